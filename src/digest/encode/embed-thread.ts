// A worker thread that embeds texts, one batch after the other.
import { parentPort } from 'node:worker_threads'
import { createSentenceEmbedder } from './sentence-embedder.ts'

export interface EmbedRequest {
  id: number
  texts: string[]
}

export type EmbedReply = { id: number; vectors: Float32Array[] } | { id: number; error: string }

const port = parentPort
if (!port) throw new Error('embed-thread runs as a worker thread')

const embed = createSentenceEmbedder()
port.on('message', ({ id, texts }: EmbedRequest) => {
  try {
    port.postMessage({ id, vectors: embed(texts) } satisfies EmbedReply)
  } catch (error) {
    port.postMessage({ id, error: String(error) } satisfies EmbedReply)
  }
})
