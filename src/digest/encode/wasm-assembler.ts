// Just enough of the WebAssembly binary format to write one SIMD kernel as TypeScript: no build step, no blob.

const uleb = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest & 0x7f
    rest >>>= 7
    bytes.push(rest === 0 ? low : low | 0x80)
  } while (rest !== 0)
  return bytes
}

const sleb = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  for (;;) {
    const low = rest & 0x7f
    rest >>= 7
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
    bytes.push(done ? low : low | 0x80)
    if (done) return bytes
  }
}

export const I32 = 0x7f
export const F32 = 0x7d
export const V128 = 0x7b

export const get = (local: number): number[] => [0x20, ...uleb(local)]
export const set = (local: number): number[] => [0x21, ...uleb(local)]
export const constant = (value: number): number[] => [0x41, ...sleb(value)]
export const add = (): number[] => [0x6a]
export const multiply = (): number[] => [0x6c]

/** local += by, where `by` leaves an i32 on the stack. */
export const advance = (local: number, by: number[]): number[] => [
  ...get(local),
  ...by,
  ...add(),
  ...set(local),
]

/** Runs the body, takes one step off the counter, and repeats while it is not zero. */
export const countdown = (counter: number, step: number, body: number[]): number[] => [
  ...[0x03, 0x40],
  ...body,
  ...advance(counter, constant(-step)),
  ...get(counter),
  ...[0x0d, 0x00, 0x0b],
]

const simd = (opcode: number): number[] => [0xfd, ...uleb(opcode)]
const memoryArgument = (alignment: number, offset: number): number[] => [alignment, ...uleb(offset)]

export const load = (pointer: number, offset: number): number[] => [
  ...get(pointer),
  ...simd(0x00),
  ...memoryArgument(2, offset),
]
/** One of the four numbers of a vector, four times. */
export const splatLane = (vector: number, lane: number): number[] => [
  ...[...get(vector), ...get(vector), ...simd(0x0d)],
  ...Array.from({ length: 16 }, (_, byte) => lane * 4 + (byte % 4)),
]
export const store = (pointer: number, offset: number, value: number[]): number[] => [
  ...get(pointer),
  ...value,
  ...simd(0x0b),
  ...memoryArgument(2, offset),
]
export const splat = (): number[] => simd(0x13)
export const maximum = (): number[] => simd(0xe9)

/** sum + left·right: one fused instruction where the engine has relaxed SIMD, two otherwise. */
export const multiplyAdd = (sum: number[], left: number[], right: number[], fused: boolean): number[] =>
  fused
    ? [...left, ...right, ...sum, ...simd(0x105)]
    : [...sum, ...left, ...right, ...simd(0xe6), ...simd(0xe4)]

const section = (id: number, content: number[]): number[] => [id, ...uleb(content.length), ...content]
const name = (text: string): number[] => [text.length, ...Buffer.from(text, 'latin1')]

export interface FunctionSource {
  parameters: number[]
  locals: { type: number; count: number }[]
  body: number[]
}

/** A module that imports `env.memory` and exports the function as `run`. */
export const assemble = (source: FunctionSource): Uint8Array<ArrayBuffer> => {
  const locals = source.locals.flatMap(({ type, count }) => [...uleb(count), type])
  const code = [...uleb(source.locals.length), ...locals, ...source.body, 0x0b]
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, ...uleb(source.parameters.length), ...source.parameters, 0]),
    ...section(2, [1, ...name('env'), ...name('memory'), 0x02, 0x00, 0x01]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('run'), 0x00, 0x00]),
    ...section(10, [1, ...uleb(code.length), ...code]),
  ])
}
