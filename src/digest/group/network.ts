// A small network: two hidden layers of rectified sums, then one number, a logit.

export const HIDDEN = 16

/** A row a unit. */
export type NetworkWeights = {
  first: Float32Array
  firstBias: Float32Array
  second: Float32Array
  secondBias: Float32Array
  last: Float32Array
  lastBias: number
}

export type Network = (inputs: Float32Array) => number

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

export function encodeFloats(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(values.length * FLOAT)
  for (let at = 0; at < values.length; at++) bytes.writeFloatLE(values[at] as number, at * FLOAT)
  return bytes
}

export const decodeFloats = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: bytes.length / FLOAT }, (_, at) => bytes.readFloatLE(at * FLOAT))

export const networkBytes = (inputs: number): number =>
  FLOAT * (Object.values(sizesFor(inputs)).reduce((sum, size) => sum + size, 0) + 1)

/** @param bytes of a network for so many inputs; what follows them is not read */
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

export function network({ first, firstBias, second, secondBias, last, lastBias }: NetworkWeights): Network {
  const one = new Float32Array(HIDDEN)
  const two = new Float32Array(HIDDEN)
  return (inputs) => {
    rectified(inputs, first, firstBias, one)
    rectified(one, second, secondBias, two)
    let logit = lastBias
    for (let at = 0; at < HIDDEN; at++) logit += (last[at] as number) * (two[at] as number)
    return logit
  }
}

/** Four units at a time, whose sums do not wait for each other. */
function rectified(
  inputs: Float32Array,
  weights: Float32Array,
  biases: Float32Array,
  into: Float32Array,
): void {
  const width = inputs.length
  for (let unit = 0; unit < HIDDEN; unit += 4) {
    let s0 = biases[unit] as number
    let s1 = biases[unit + 1] as number
    let s2 = biases[unit + 2] as number
    let s3 = biases[unit + 3] as number
    let row = unit * width
    for (let at = 0; at < width; at++, row++) {
      const input = inputs[at] as number
      s0 += (weights[row] as number) * input
      s1 += (weights[row + width] as number) * input
      s2 += (weights[row + 2 * width] as number) * input
      s3 += (weights[row + 3 * width] as number) * input
    }
    into[unit] = s0 > 0 ? s0 : 0
    into[unit + 1] = s1 > 0 ? s1 : 0
    into[unit + 2] = s2 > 0 ? s2 : 0
    into[unit + 3] = s3 > 0 ? s3 : 0
  }
}
