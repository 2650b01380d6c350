// A worker thread that embeds texts, one batch after another.
import { parentPort, workerData } from 'node:worker_threads'
import type { EncoderWeights } from './encoder-weights.ts'
import { createSentenceEncoder } from './sentence-encoder.ts'

export type EmbedThreadData = { weights: EncoderWeights; slot: number }

export type EmbedRequest = { id: number; texts: string[] }

export type EmbedReply = { id: number; vectors: Float32Array[] } | { id: number; error: string }

const port = parentPort
if (!port) throw new Error('embed-thread runs as a worker thread')

const { weights, slot } = workerData as EmbedThreadData
const encoder = createSentenceEncoder(weights, slot)
port.on('message', ({ id, texts }: EmbedRequest) => {
  try {
    port.postMessage({ id, vectors: texts.map(encoder.embed) } satisfies EmbedReply)
  } catch (error) {
    port.postMessage({ id, error: String(error) } satisfies EmbedReply)
  }
})
