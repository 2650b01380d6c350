// The weights of a small network: two hidden layers of rectified sums, and one output, a logit.

export const HIDDEN = 16

/** One row per unit. */
export type NetworkWeights = {
  first: Float32Array
  firstBias: Float32Array
  second: Float32Array
  secondBias: Float32Array
  last: Float32Array
  lastBias: number
}

const sizesFor = (inputs: number) => ({
  first: HIDDEN * inputs,
  firstBias: HIDDEN,
  second: HIDDEN * HIDDEN,
  secondBias: HIDDEN,
  last: HIDDEN,
})
type Row = keyof ReturnType<typeof sizesFor>
const ROWS: Row[] = ['first', 'firstBias', 'second', 'secondBias', 'last']
const FLOAT = 4

export const encodeNetwork = (weights: NetworkWeights): Buffer =>
  encodeFloats([...ROWS.flatMap((name) => [...weights[name]]), weights.lastBias])

function encodeFloats(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(values.length * FLOAT)
  for (let at = 0; at < values.length; at++) bytes.writeFloatLE(values[at] as number, at * FLOAT)
  return bytes
}

const decodeFloats = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: bytes.length / FLOAT }, (_, at) => bytes.readFloatLE(at * FLOAT))

export const networkBytes = (inputs: number): number =>
  FLOAT * (Object.values(sizesFor(inputs)).reduce((sum, size) => sum + size, 0) + 1)

/** @param bytes that begin with a network with this many inputs */
export function decodeNetwork(bytes: Buffer, inputs: number): NetworkWeights {
  const values = decodeFloats(bytes.subarray(0, networkBytes(inputs)))
  const sizes = sizesFor(inputs)
  let at = 0
  const next = (length: number) => {
    at += length
    return values.slice(at - length, at)
  }
  const rows = Object.fromEntries(ROWS.map((name) => [name, next(sizes[name])]))
  return { ...(rows as Omit<NetworkWeights, 'lastBias'>), lastBias: values[at] as number }
}
