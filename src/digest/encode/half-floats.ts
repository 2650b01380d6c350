// 16-bit floats, in which the weights are stored: Node 20 has no typed array for them.

const VALUES = 65_536
let values: Float32Array | undefined

function decode(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 0x1f
  const fraction = half & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** The values of all 65,536 halves. A lookup is faster than decoding. */
export function halfValues(): Float32Array {
  values ??= Float32Array.from({ length: VALUES }, (_, half) => decode(half))
  return values
}

export function decodeHalf(halves: Uint16Array): Float32Array {
  const table = halfValues()
  const floats = new Float32Array(halves.length)
  for (let i = 0; i < halves.length; i++) floats[i] = table[halves[i] as number] as number
  return floats
}
