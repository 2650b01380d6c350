// What a worker digests with: an encoder of texts, an optional language model, and in-memory copies of the projects.
import type { EmbedPool } from './encode/embed-pool.ts'
import { GROUP_SETTINGS, type GroupSettings } from './group/likeness.ts'
import { loadPairModel, type PairModel } from './group/pair-model.ts'
import { dot } from './group/vector.ts'
import type { ChatModel } from './models/chat-model.ts'
import { type Circuit, createCircuit } from './models/circuit.ts'
import { ModelFault } from './models/model-fault.ts'
import type { RemoteEmbeddings } from './models/remote-embeddings.ts'
import { UNRELATED_TEXTS } from './models/unrelated-texts.ts'
import { createProjectMemories, type ProjectMemories } from './project-memory.ts'

type Meanings = {
  /** One unit vector per text; empty after a fault. */
  vectors: Float32Array[]
  /** Set when the remote model failed. */
  fault: string | null
}

/** How long work waits for a remote model that is away. */
export const MODEL_AWAY_MS = 30_000

export type Engine = {
  /** Identifies the vectors. Those of different models are never compared. */
  model: string
  /** True for the bundled encoder, whose vectors kinds and tags were learned from. */
  isOwnEncoder: boolean
  embed(texts: string[]): Promise<Meanings>
  /**
   * Call it before reading a project. Measures the cosine scale of another encoder; does nothing while that is away.
   */
  ready(): Promise<void>
  /** Remembers the vectors of texts that recur, such as those of tags. */
  embedOnce(texts: string[]): Promise<Meanings>
  chat: { model: ChatModel; circuit: Circuit } | null
  settings: GroupSettings
  /** Judges pairs of notes. */
  pairs: PairModel
  memories: ProjectMemories
  close(): Promise<void>
}

export type EngineOptions = {
  /** The bundled encoder, closed with the engine. Unused with remote embeddings. */
  encoder: EmbedPool
  embeddings: RemoteEmbeddings | null
  chat: ChatModel | null
  /** How alike notes of one issue are, from 0 to 1; null for the measured best. */
  threshold: number | null
}

/**
 * Changes with the weights and with what is read in a text. Stored vectors of another model are computed again and
 * never compared.
 */
export const OFFLINE_MODEL = 'minilm-notes/11'
/** The same for other models: changes with what is read in a text. */
const READING = 2

export function createEngine({ encoder, embeddings, chat, threshold }: EngineOptions): Engine {
  const model = embeddings ? `${embeddings.id}/${READING}` : OFFLINE_MODEL
  const { embed: embedAll, ready, foreign, close } = embeddings ? remote(embeddings) : offline(encoder)
  const embed = eachOnce(embedAll)
  return {
    model,
    isOwnEncoder: embeddings === null,
    embed,
    ready,
    embedOnce: remembering(embed),
    chat: chat && { model: chat, circuit: circuit() },
    settings: { ...GROUP_SETTINGS, threshold: threshold ?? GROUP_SETTINGS.threshold },
    pairs: loadPairModel(),
    memories: createProjectMemories(model, foreign),
    close,
  }
}

type Embedding = Pick<Engine, 'embed' | 'ready' | 'close'> & {
  /** The mean cosine of texts about different products; undefined for that of the bundled encoder. */
  foreign(): number | undefined
}

function offline(encoder: EmbedPool): Embedding {
  const embed = async (texts: string[]): Promise<Meanings> => ({
    vectors: await encoder.embed(texts),
    fault: null,
  })
  return { embed, ready: async () => {}, foreign: () => undefined, close: encoder.close }
}

/** Encodes each text once: an agent that always writes alike repeats it many times in a batch. */
function eachOnce(embed: Engine['embed']): Engine['embed'] {
  return async (texts) => {
    const distinct = [...new Set(texts)]
    const { vectors, fault } = await embed(distinct)
    const vectorOf = new Map(distinct.map((text, at) => [text, vectors[at] as Float32Array]))
    return { vectors: fault === null ? texts.map((text) => vectorOf.get(text) as Float32Array) : [], fault }
  }
}

const REMEMBERED_TEXTS = 5_000

function remembering(embed: Engine['embed']): Engine['embed'] {
  const known = new Map<string, Float32Array>()
  return async (texts) => {
    const missing = [...new Set(texts.filter((text) => !known.has(text)))]
    const { vectors, fault } = missing.length > 0 ? await embed(missing) : { vectors: [], fault: null }
    if (known.size > REMEMBERED_TEXTS) known.clear()
    if (fault === null) for (const [i, text] of missing.entries()) known.set(text, vectors[i] as Float32Array)
    const found = texts.map(
      (text) => known.get(text) ?? vectors[missing.indexOf(text)] ?? new Float32Array(0),
    )
    return { vectors: found, fault }
  }
}

const circuit = (): Circuit => createCircuit(() => Date.now())

/** A fault of a remote model is returned and not thrown: work that needs the model waits. */
function remote(embeddings: RemoteEmbeddings): Embedding {
  const guard = circuit()
  let foreign: number | undefined
  const embed = async (texts: string[]): Promise<Meanings> => {
    const first = foreign === undefined ? UNRELATED_TEXTS : []
    try {
      const vectors = await guard.run(() => embeddings.embed([...first, ...texts]))
      foreign ??= meanCosine(vectors.slice(0, first.length))
      return { vectors: vectors.slice(first.length), fault: null }
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error
      return { vectors: [], fault: error.message }
    }
  }
  const ready = async () => {
    if (foreign === undefined) await embed([])
  }
  return { embed, ready, foreign: () => foreign, close: async () => {} }
}

function meanCosine(vectors: Float32Array[]): number {
  const pairs = vectors.flatMap((one, at) => vectors.slice(0, at).map((other) => dot(one, other)))
  return pairs.reduce((sum, cosine) => sum + cosine, 0) / pairs.length
}
