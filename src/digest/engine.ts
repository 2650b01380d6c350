// What a worker needs to digest: a way to turn texts into vectors, an optional language model, and its copy of
// each project in memory.
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
  /** One vector of length 1 a text; none when there is a fault. */
  vectors: Float32Array[]
  /** Set when the remote model failed. */
  fault: string | null
}

/** While a remote model is away, what needs it waits for so long at a time. */
export const MODEL_AWAY_MS = 30_000

export type Engine = {
  /** Names the vectors: those of different models are never compared. */
  model: string
  /** The encoder that ships with the service, whose vectors kinds and tags were learned from. */
  isOwnEncoder: boolean
  embed(texts: string[]): Promise<Meanings>
  /** Before any project is looked at: learns what another encoder's cosines are worth. Does nothing while it is away. */
  ready(): Promise<void>
  /** The same for texts that come again and again, such as those of tags. */
  embedOnce(texts: string[]): Promise<Meanings>
  chat: { model: ChatModel; circuit: Circuit } | null
  settings: GroupSettings
  /** What two notes have to do with each other. */
  pairs: PairModel
  memories: ProjectMemories
  close(): Promise<void>
}

export type EngineOptions = {
  /** Ours; closed with the engine. Not used where there are remote embeddings. */
  encoder: EmbedPool
  embeddings: RemoteEmbeddings | null
  chat: ChatModel | null
  /** How alike notes of one issue are, from 0 to 1; null: as measured best. */
  threshold: number | null
}

/** Another number with every change of the weights or of what is read in a text: stored vectors of another model are made anew, never compared. */
export const OFFLINE_MODEL = 'minilm-notes/11'
/** The same for other models, with every change of what is read in a text. */
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
  /** The mean cosine of texts about different products; undefined: as our own encoder has it. */
  foreign(): number | undefined
}

function offline(encoder: EmbedPool): Embedding {
  const embed = async (texts: string[]): Promise<Meanings> => ({
    vectors: await encoder.embed(texts),
    fault: null,
  })
  return { embed, ready: async () => {}, foreign: () => undefined, close: encoder.close }
}

/** The same text comes many times in a batch where one agent always writes alike. */
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

/** A remote model that fails is told of, not thrown: what needs it waits. */
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
