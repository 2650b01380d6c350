// Unit vectors: products, means, and their encoding as bytes for the database.

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  // Four independent sums are a third faster than one.
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  let at = 0
  const end = Math.min(a.length, b.length)
  for (; at + 3 < end; at += 4) {
    s0 += (a[at] as number) * (b[at] as number)
    s1 += (a[at + 1] as number) * (b[at + 1] as number)
    s2 += (a[at + 2] as number) * (b[at + 2] as number)
    s3 += (a[at + 3] as number) * (b[at + 3] as number)
  }
  for (; at < end; at++) s0 += (a[at] as number) * (b[at] as number)
  return s0 + s1 + s2 + s3
}

export function addScaled(into: Float32Array, vector: ArrayLike<number>, scale: number): void {
  for (let at = 0; at < into.length; at++)
    into[at] = (into[at] as number) + scale * ((vector[at] as number | undefined) ?? 0)
}

/** Scales to length 1, in place; zeros stay zeros. */
export function normalize(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] as number) / length
  return vector
}

/** A vector with one byte per number, and the factor that scales it to length 1. */
export type PackedVector = { bytes: Int8Array; scale: number }

// Plain loops, because `from` of typed arrays with a function takes five times as long.

export function pack(vector: Float32Array): PackedVector {
  let largest = 1e-9
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] as number))
  const bytes = new Int8Array(vector.length)
  for (let at = 0; at < vector.length; at++) bytes[at] = Math.round(((vector[at] as number) / largest) * 127)
  return { bytes, scale: 1 / Math.max(1e-9, Math.sqrt(dot(bytes, bytes))) }
}

export function unpack({ bytes, scale }: PackedVector): Float32Array {
  const vector = new Float32Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) vector[at] = (bytes[at] as number) * scale
  return vector
}

/** Equal for equal texts. */
export const keyOf = ({ bytes }: PackedVector): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

const SCALE_BYTES = 4

/** The scale, then one byte per number: 388 bytes per observation. */
export function encodeVector(vector: Float32Array): Buffer {
  const { bytes, scale } = pack(vector)
  const encoded = Buffer.alloc(SCALE_BYTES + bytes.length)
  encoded.writeFloatLE(scale, 0)
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).copy(encoded, SCALE_BYTES)
  return encoded
}

/** A copy, so that the row with the bytes can be freed. */
export const decodePacked = (encoded: Buffer): PackedVector => decodeTogether([encoded])[0] as PackedVector

/** Copies into one buffer: with a hundred thousand separate vectors, a third of the memory would be overhead. */
export function decodeTogether(encoded: Buffer[]): PackedVector[] {
  const all = new Int8Array(encoded.reduce((sum, { length }) => sum + length - SCALE_BYTES, 0))
  let at = 0
  return encoded.map((one) => {
    const bytes = all.subarray(at, at + one.length - SCALE_BYTES)
    at += bytes.length
    bytes.set(new Int8Array(one.buffer, one.byteOffset + SCALE_BYTES, bytes.length))
    return { bytes, scale: one.readFloatLE(0) }
  })
}

export const decodeVector = (encoded: Buffer): Float32Array => unpack(decodePacked(encoded))
