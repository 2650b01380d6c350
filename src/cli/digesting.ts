// Starts the digest in this process, as the settings want it.
import type { Config } from '../config.ts'
import { createEngine } from '../digest/engine.ts'
import { createChatModel } from '../digest/models/chat-model.ts'
import { createRemoteEmbeddings } from '../digest/models/remote-embeddings.ts'
import type { Deps } from '../domain/deps.ts'
import { type DigestWorker, startDigestWorker } from '../worker/digest-worker.ts'

/** One project waits for its model or its vectors while another is written: two at a time keep a thread busy. */
const LOOPS_PER_THREAD = 2

export function startDigesting(config: Config, deps: Deps, onError: (error: unknown) => void): DigestWorker {
  if (config.digestThreads === 0) return { wake: () => {}, stop: async () => {} }
  const engine = createEngine({
    threads: config.digestThreads,
    embeddings: config.embeddings && createRemoteEmbeddings(config.embeddings),
    chat: config.llm && createChatModel(config.llm),
  })
  const worker = startDigestWorker(deps, engine, config.digestThreads * LOOPS_PER_THREAD, onError)
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop()
      await engine.close()
    },
  }
}
