// What a worker needs to digest: a way to turn texts into vectors, an optional language model, and its copy of
// each project in memory.
import { createEmbedPool } from './embed/embed-pool.ts'
import type { ChatModel } from './models/chat-model.ts'
import { type Circuit, createCircuit } from './models/circuit.ts'
import { ModelFault } from './models/model-fault.ts'
import type { RemoteEmbeddings } from './models/remote-embeddings.ts'
import { createProjectMemories, type ProjectMemories } from './project-memory.ts'

export type Meanings = {
  /** One vector a text; an empty one where the text cannot be read. */
  vectors: Float32Array[]
  /** Set when the remote model failed and the texts go without a vector. */
  fault: string | null
}

export type Engine = {
  /** Names the vectors: those of different models are never compared. */
  model: string
  embed(texts: string[]): Promise<Meanings>
  chat: { model: ChatModel; circuit: Circuit } | null
  memories: ProjectMemories
  close(): Promise<void>
}

export type EngineOptions = { threads: number; embeddings: RemoteEmbeddings | null; chat: ChatModel | null }

const OFFLINE_MODEL = 'use-lite-128/1'

export function createEngine({ threads, embeddings, chat }: EngineOptions): Engine {
  const model = embeddings?.id ?? OFFLINE_MODEL
  const shared = {
    model,
    memories: createProjectMemories(model),
    chat: chat && { model: chat, circuit: circuit() },
  }
  if (embeddings) return { ...shared, embed: remoteEmbed(embeddings), close: async () => {} }
  const pool = createEmbedPool({ threads })
  const embed = async (texts: string[]): Promise<Meanings> => ({
    vectors: await pool.embed(texts),
    fault: null,
  })
  return { ...shared, embed, close: () => pool.close() }
}

const circuit = (): Circuit => createCircuit(() => Date.now())

/** A remote model that fails leaves its texts to the lexical channel, which every observation has. */
function remoteEmbed(embeddings: RemoteEmbeddings): Engine['embed'] {
  const guard = circuit()
  return async (texts) => {
    try {
      return { vectors: await guard.run(() => embeddings.embed(texts)), fault: null }
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error
      return { vectors: texts.map(() => new Float32Array(0)), fault: error.message }
    }
  }
}
