// Just enough of the WebAssembly binary format to write the encoder's SIMD kernels in TypeScript, without a build step
// or a binary file. An expression is the bytes of its operands followed by its own.

export type Code = number[]
export type Local = number

function uleb(value: number): Code {
  const bytes: Code = []
  let rest = value
  do {
    const low = rest & 0x7f
    rest >>>= 7
    bytes.push(rest === 0 ? low : low | 0x80)
  } while (rest !== 0)
  return bytes
}

function sleb(value: number): Code {
  const bytes: Code = []
  let rest = value
  for (;;) {
    const low = rest & 0x7f
    rest >>= 7
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
    bytes.push(done ? low : low | 0x80)
    if (done) return bytes
  }
}

const I32 = 0x7f
const V128 = 0x7b

const floatBytes = (value: number): Code => [...new Uint8Array(Float32Array.of(value).buffer)]

export const get = (local: Local): Code => [0x20, ...uleb(local)]
export const set = (local: Local, value: Code): Code => [...value, 0x21, ...uleb(local)]

export const i32 = {
  constant: (value: number): Code => [0x41, ...sleb(value)],
  add: (a: Code, b: Code): Code => [...a, ...b, 0x6a],
  multiply: (a: Code, b: Code): Code => [...a, ...b, 0x6c],
}

const simd = (opcode: number, ...operands: Code[]): Code => [...operands.flat(), 0xfd, ...uleb(opcode)]
const unary = (opcode: number) => (a: Code) => simd(opcode, a)
const binary = (opcode: number) => (a: Code, b: Code) => simd(opcode, a, b)

export const v128 = {
  load: (pointer: Local, offset = 0): Code => [...simd(0x00, get(pointer)), 2, ...uleb(offset)],
  /** One 32-bit number from memory, four times. */
  loadSplat: (pointer: Local, offset = 0): Code => [...simd(0x09, get(pointer)), 2, ...uleb(offset)],
  store: (pointer: Local, offset: number, value: Code): Code => [
    ...simd(0x0b, get(pointer), value),
    ...[2, ...uleb(offset)],
  ],
  storeLowest: (pointer: Local, offset: number, value: Code): Code => [
    ...simd(0x5a, get(pointer), value),
    ...[2, ...uleb(offset), 0],
  ],
  /** One of a vector's four 32-bit numbers, four times. */
  splatLane: (vector: Local, lane: number): Code => [
    ...simd(0x0d, get(vector), get(vector)),
    ...Array.from({ length: 16 }, (_, byte) => lane * 4 + (byte % 4)),
  ],
  splatInteger: unary(0x11),
  splatShort: unary(0x10),
}

export const f32x4 = {
  constant: (value: number): Code => simd(0x13, [0x43, ...floatBytes(value)]),
  squareRoot: unary(0xe3),
  add: binary(0xe4),
  subtract: binary(0xe5),
  multiply: binary(0xe6),
  divide: binary(0xe7),
  /** For numbers that are never NaN: one instruction, while IEEE's minimum takes several. */
  minimum: binary(0xea),
  maximum: binary(0xeb),
  fromIntegers: unary(0xfa),
  /** a·b + c in one instruction; relaxed SIMD. */
  fusedMultiplyAdd: (a: Code, b: Code, c: Code): Code => simd(0x105, a, b, c),
}

export const i32x4 = {
  add: binary(0xae),
  subtract: binary(0xb1),
  multiply: binary(0xb5),
  shiftLeft: (a: Code, by: number): Code => simd(0xab, a, i32.constant(by)),
  /** Adds to c, in fours, the products of signed bytes in a and bytes from 0 to 127 in b; relaxed SIMD. */
  dotBytes: (a: Code, b: Code, c: Code): Code => simd(0x113, a, b, c),
  /** The products of 16-bit numbers, summed in pairs. */
  dotShorts: binary(0xba),
  addPairs: unary(0x7e),
}

export const i16x8 = {
  add: binary(0x8e),
  /** The products of the lower, or upper, eight signed bytes. */
  multiplyLowBytes: binary(0x9c),
  multiplyHighBytes: binary(0x9d),
  /** The products of signed bytes in a and bytes from 0 to 127 in b, summed in pairs; relaxed SIMD. */
  dotBytes: binary(0x112),
}

export const narrow = {
  toI16: binary(0x85),
  toI8: binary(0x65),
}

/** local += by */
export const advance = (local: Local, by: Code): Code => set(local, i32.add(get(local), by))

/** Runs the body, subtracts a step from the counter, and repeats until it is zero. */
export const countdown = (counter: Local, step: number, body: Code): Code => [
  ...[0x03, 0x40],
  ...body,
  ...advance(counter, i32.constant(-step)),
  ...get(counter),
  ...[0x0d, 0x00, 0x0b],
]

/** Assigns a function's parameters and locals; parameters come first. */
export type FunctionScope = {
  parameter(): Local
  integer(): Local
  vector(): Local
  vectors(count: number): Local[]
}

export type FunctionSource = {
  name: string
  parameters: Code
  locals: Code
  body: Code
}

export function defineFunction(name: string, build: (scope: FunctionScope) => Code): FunctionSource {
  const [parameters, locals]: [Code, Code] = [[], []]
  const add = (list: Code, type: number): Local => {
    if (list === parameters && locals.length > 0) throw new Error('parameters come before locals')
    return list.push(type) - 1 + (list === locals ? parameters.length : 0)
  }
  const vector = (): Local => add(locals, V128)
  const body = build({
    parameter: () => add(parameters, I32),
    integer: () => add(locals, I32),
    vector,
    vectors: (count) => Array.from({ length: count }, vector),
  })
  return { name, parameters, locals, body }
}

function section(id: number, items: Code[]): Code {
  const content = [...uleb(items.length), ...items.flat()]
  return [id, ...uleb(content.length), ...content]
}
/** An import that allows the maximum accepts any memory. */
const MOST_PAGES = 65_536
const label = (text: string): Code => [text.length, ...Buffer.from(text, 'latin1')]

/** A module that imports the shared memory `env.memory` and exports every function by name. */
export function assemble(functions: FunctionSource[]): Uint8Array<ArrayBuffer> {
  const code = functions.map(({ locals, body }) => {
    const content = [...uleb(locals.length), ...locals.flatMap((type) => [1, type]), ...body, 0x0b]
    return [...uleb(content.length), ...content]
  })
  const memory = [...label('env'), ...label('memory'), 0x02, 0x03, 0x01, ...uleb(MOST_PAGES)]
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      functions.map(({ parameters }) => [0x60, ...uleb(parameters.length), ...parameters, 0]),
    ),
    ...section(2, [memory]),
    ...section(
      3,
      functions.map((_, type) => uleb(type)),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [...label(name), 0x00, ...uleb(index)]),
    ),
    ...section(10, code),
  ])
}
