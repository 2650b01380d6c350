// Vectors from an OpenAI-compatible embeddings server, instead of the bundled encoder.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cutText } from '../../contract/cut-text.ts'
import { WIDTH } from '../encode/encoder-layout.ts'
import { createProjection, normalize, type Projection } from './fixed-projection.ts'
import { createModelEndpoint, type ModelEndpoint, type RemoteModelSettings } from './model-endpoint.ts'
import { nonsense } from './model-fault.ts'

export type { RemoteModelSettings } from './model-endpoint.ts'

export type RemoteEmbeddings = {
  /** Only vectors with the same id can be compared. */
  id: string
  /** One unit vector per text, in the order of the texts; all of them or a ModelFault. */
  embed(texts: string[]): Promise<Float32Array[]>
}

const BATCH = 64
// About 2,000 tokens of English, which every hosted model accepts.
const MAX_TEXT = 8_000
const MIN_DIMENSION = 8
// Large models return 4,096; the projection's cost grows with it.
const MAX_DIMENSION = 16_384

export function createRemoteEmbeddings(settings: RemoteModelSettings): RemoteEmbeddings {
  const endpoint = createModelEndpoint(settings, 'embeddings')
  const projectionFor = rememberedProjection()
  return {
    id: `remote:${settings.model}`,
    async embed(texts) {
      const vectors: Float64Array[] = []
      for (let start = 0; start < texts.length; start += BATCH) {
        vectors.push(...(await embedBatch(endpoint, settings.model, texts.slice(start, start + BATCH))))
      }
      const dimension = checkedDimension(vectors)
      return meanings(vectors, await projectionFor(dimension))
    },
  }
}

// A model has one dimension. Only the last one is kept, so that an erratic server cannot fill the memory.
function rememberedProjection(): (dimension: number) => Promise<Projection> {
  let last: { dimension: number; project: Promise<Projection> } | null = null
  return (dimension) => {
    if (last?.dimension !== dimension) last = { dimension, project: createProjection(dimension, WIDTH) }
    return last.project
  }
}

async function embedBatch(endpoint: ModelEndpoint, model: string, texts: string[]): Promise<Float64Array[]> {
  const input = texts.map(sendable)
  const answer = await endpoint({ model, input, encoding_format: 'float' })
  return inOrder(entriesOf(answer), texts.length).map(numbersOf)
}

// Servers refuse a whole batch because of one empty text.
const sendable = (text: string): string => (text.trim() === '' ? '.' : cutText(text, MAX_TEXT))

type Entry = { index?: unknown; embedding?: unknown }

function entriesOf(answer: unknown): Entry[] {
  const data = (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.some((entry) => typeof entry !== 'object' || entry === null)) {
    throw nonsense('the answer holds no list of embeddings')
  }
  return data
}

// The protocol guarantees an index and not the order. Servers that leave out the index keep the order.
function inOrder(entries: Entry[], count: number): Entry[] {
  if (entries.length !== count) throw nonsense(`${entries.length} embeddings came for ${count} texts`)
  const byIndex = new Map(entries.map((entry, position) => [entry.index ?? position, entry]))
  return entries.map((_, position) => {
    const entry = byIndex.get(position)
    if (!entry) throw nonsense('the embeddings are not numbered as the texts were')
    return entry
  })
}

function numbersOf({ embedding }: Entry): Float64Array {
  if (!Array.isArray(embedding) || !embedding.every(Number.isFinite)) {
    throw nonsense('an embedding is not a list of finite numbers')
  }
  return Float64Array.from(embedding)
}

function checkedDimension(vectors: Float64Array[]): number {
  const dimension = vectors[0]?.length ?? MIN_DIMENSION
  if (dimension < MIN_DIMENSION || dimension > MAX_DIMENSION) {
    throw nonsense(`an embedding has ${dimension} dimensions`)
  }
  if (vectors.some(({ length }) => length !== dimension)) throw nonsense('the embeddings differ in length')
  return dimension
}

// Projecting a text takes up to a millisecond, so other requests of this process are served in between.
async function meanings(vectors: Float64Array[], project: Projection): Promise<Float32Array[]> {
  const results: Float32Array[] = []
  for (const vector of vectors) {
    results.push(meaning(vector, project))
    await nextTurn()
  }
  return results
}

function meaning(vector: Float64Array, project: Projection): Float32Array {
  if (!normalize(vector)) throw nonsense('an embedding has no direction')
  const projected = project(vector)
  if (!normalize(projected)) throw nonsense('an embedding has no direction')
  return Float32Array.from(projected)
}
