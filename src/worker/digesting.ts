// Starts the digest in this process with its settings.
import type { Config, RemoteModel } from '../config.ts'
import { createEmbedPool } from '../digest/encode/embed-pool.ts'
import { createEngine } from '../digest/engine.ts'
import { createChatModel } from '../digest/models/chat-model.ts'
import { createRemoteEmbeddings } from '../digest/models/remote-embeddings.ts'
import type { Deps } from '../domain/deps.ts'
import { StartError } from '../start-error.ts'
import { startDigestWorker, type WatchedWorker } from './digest-worker.ts'

/** While one project waits for its model or vectors, another is written: two at a time keep a thread busy. */
const LOOPS_PER_THREAD = 2

/** Connections each thread may hold at a time: a claim and a transaction for each loop. */
export const DIGEST_CONNECTIONS = 2 * LOOPS_PER_THREAD

export function startDigesting(config: Config, deps: Deps, onError: (error: unknown) => void): WatchedWorker {
  const engine = createEngine({
    encoder: createEmbedPool({ threads: config.digestThreads }),
    threshold: config.groupingThreshold,
    ...openModels(config),
  })
  const worker = startDigestWorker(deps, engine, config.digestThreads * LOOPS_PER_THREAD, onError)
  return {
    ...worker,
    async stop() {
      await worker.stop()
      await engine.close()
    },
  }
}

/** The optional models, or one line that says which setting is unusable. */
export function openModels({ embeddings, llm }: Config) {
  return {
    embeddings: embeddings && checked('EMBEDDINGS', embeddings, createRemoteEmbeddings),
    chat: llm && checked('LLM', llm, createChatModel),
  }
}

function checked<M>(prefix: string, settings: RemoteModel, create: (settings: RemoteModel) => M): M {
  try {
    return create(settings)
  } catch (error) {
    throw new StartError(`${prefix}_URL or ${prefix}_KEY cannot be used: ${(error as Error).message}`)
  }
}
