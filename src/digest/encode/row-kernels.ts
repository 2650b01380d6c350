// Operations on rows between matrix products, in WebAssembly SIMD: layer norm, softmax, GELU, and rounding to bytes.
// Widths are multiples of 4, or of 16 for bytes.
import type { MultiplyAdd } from './matmul-kernels.ts'
import {
  advance,
  type Code,
  countdown,
  defineFunction,
  type FunctionScope,
  type FunctionSource,
  f32x4,
  get,
  i32,
  i32x4,
  type Local,
  narrow,
  set,
  v128,
} from './wasm-code.ts'

const LAYER_NORM_EPSILON = 1e-12
const HIGHEST_BYTE = 127
/** Avoids division by zero for a row of zeros. */
const SMALLEST_RANGE = 1e-20

/** Adding this to a number between ±2²² leaves its rounded value in the lowest bits of the sum. */
const ROUNDING = 1.5 * 2 ** 23
const ROUNDING_BITS = 0x4b40_0000

/** The rounded value in the sum of a number and `ROUNDING`, as integers. */
const roundedIn = (sum: Code): Code => i32x4.subtract(sum, v128.splatInteger(i32.constant(ROUNDING_BITS)))

/** Sets every lane to `combine` of all four. */
const acrossLanes = (vector: Local, combine: (a: Code, b: Code) => Code): Code =>
  set(
    vector,
    combine(
      combine(v128.splatLane(vector, 0), v128.splatLane(vector, 1)),
      combine(v128.splatLane(vector, 2), v128.splatLane(vector, 3)),
    ),
  )

/** Starts at these parameters again and runs the body for every `numbers` numbers of a row. */
type Walk = (
  pointers: [at: Local, start: Local][],
  width: Local,
  body: Code,
  numbers?: number,
  steps?: number[],
) => Code

function walker(scope: FunctionScope): Walk {
  const left = scope.integer()
  return (pointers, width, body, numbers = 4, steps = []) => [
    ...pointers.flatMap(([at, start]) => set(at, get(start))),
    ...set(left, get(width)),
    ...countdown(left, numbers, [
      ...body,
      ...pointers.flatMap(([at], i) => advance(at, i32.constant(steps[i] ?? numbers * 4))),
    ]),
  ]
}

const bytesOf = (width: Local): Code => i32.multiply(get(width), i32.constant(4))

/** out = (x − mean) / deviation · scale + bias, where x is the sum of two rows. */
export const layerNorm = (multiplyAdd: MultiplyAdd): FunctionSource =>
  defineFunction('addAndNormalize', (scope) => {
    const [left, right, out, scale] = Array.from({ length: 4 }, scope.parameter) as [
      Local,
      Local,
      Local,
      Local,
    ]
    const [bias, width, rows] = [scope.parameter(), scope.parameter(), scope.parameter()]
    const walk = walker(scope)
    const [a, b, c, d] = Array.from({ length: 4 }, scope.integer) as [Local, Local, Local, Local]
    const [x, mean, deviation] = scope.vectors(3) as [Local, Local, Local]
    const count = f32x4.fromIntegers(v128.splatInteger(get(width)))
    const sum = [
      ...set(x, f32x4.add(v128.load(a), v128.load(b))),
      ...v128.store(c, 0, get(x)),
      ...set(mean, f32x4.add(get(mean), get(x))),
    ]
    const squares = [
      ...set(x, f32x4.subtract(v128.load(c), get(mean))),
      ...v128.store(c, 0, get(x)),
      ...set(deviation, multiplyAdd(get(x), get(x), get(deviation))),
    ]
    const scaled = v128.store(
      c,
      0,
      multiplyAdd(f32x4.multiply(v128.load(c), get(deviation)), v128.load(b), v128.load(d)),
    )
    return countdown(rows, 1, [
      ...set(mean, f32x4.constant(0)),
      ...set(deviation, f32x4.constant(0)),
      ...walk(
        [
          [a, left],
          [b, right],
          [c, out],
        ],
        width,
        sum,
      ),
      ...acrossLanes(mean, f32x4.add),
      ...set(mean, f32x4.divide(get(mean), count)),
      ...walk([[c, out]], width, squares),
      ...acrossLanes(deviation, f32x4.add),
      ...set(
        deviation,
        f32x4.divide(
          f32x4.constant(1),
          f32x4.squareRoot(
            f32x4.add(f32x4.divide(get(deviation), count), f32x4.constant(LAYER_NORM_EPSILON)),
          ),
        ),
      ),
      ...walk(
        [
          [c, out],
          [b, scale],
          [d, bias],
        ],
        width,
        scaled,
      ),
      ...[left, right, out].flatMap((row) => advance(row, bytesOf(width))),
    ])
  })

/** a₀ + a₁x + a₂x² + … */
const polynomial = (multiplyAdd: MultiplyAdd, x: Code, coefficients: number[]): Code =>
  coefficients
    .map((value) => f32x4.constant(value))
    .reduceRight((sum, coefficient) => multiplyAdd(sum, x, coefficient))

/** erf(x)/x and its divisor as polynomials of x², accurate to the last bits of a float within ±4. */
const ERF_OVER = [
  -1.60960333262415e-2, -2.95459980854025e-3, -7.34990630326855e-4, -5.69250639462346e-5,
  -2.10102402082508e-6, 2.77068142495902e-8, -2.72614225801306e-10,
]
const ERF_UNDER = [
  -1.42647390514189e-2, -7.37332916720468e-3, -1.68282697438203e-3, -2.13374055278905e-4,
  -1.45660718464996e-5,
]

/** x ← x · (1 + erf(x / √2)) / 2 for `count` numbers. */
export const gelu = (multiplyAdd: MultiplyAdd): FunctionSource =>
  defineFunction('gelu', (scope) => {
    const [at, count] = [scope.parameter(), scope.parameter()]
    const [x, half, argument, square] = scope.vectors(4) as [Local, Local, Local, Local]
    const erf = f32x4.divide(
      f32x4.multiply(get(argument), polynomial(multiplyAdd, get(square), ERF_OVER)),
      polynomial(multiplyAdd, get(square), ERF_UNDER),
    )
    return countdown(count, 4, [
      ...set(x, v128.load(at)),
      ...set(half, f32x4.multiply(get(x), f32x4.constant(0.5))),
      ...set(argument, f32x4.multiply(get(x), f32x4.constant(Math.SQRT1_2))),
      ...set(argument, f32x4.maximum(f32x4.constant(-4), f32x4.minimum(f32x4.constant(4), get(argument)))),
      ...set(square, f32x4.multiply(get(argument), get(argument))),
      ...v128.store(at, 0, multiplyAdd(get(half), erf, get(half))),
      ...advance(at, i32.constant(16)),
    ])
  })

/** (eʳ − 1 − r) / r² for |r| ≤ ln 2 / 2. */
const EXPONENTIAL = [
  5.0000001201e-1, 1.6666665459e-1, 4.1665795894e-2, 8.3334519073e-3, 1.3981999507e-3, 1.98756915e-4,
]
/** Products of smaller shares would be subnormal, which takes many processors a hundred times as long. */
const LOWEST_EXPONENT = -60

/** x ← eˣ for numbers up to zero; below −60, it stays at e⁻⁶⁰. */
function exponential(multiplyAdd: MultiplyAdd, x: Local, sum: Local, power: Local): Code {
  const shifted = i32x4.shiftLeft(i32x4.add(get(sum), v128.splatInteger(i32.constant(127))), 23)
  const rest = polynomial(multiplyAdd, get(x), EXPONENTIAL)
  return [
    ...set(x, f32x4.maximum(get(x), f32x4.constant(LOWEST_EXPONENT))),
    ...set(sum, multiplyAdd(get(x), f32x4.constant(Math.LOG2E), f32x4.constant(ROUNDING))),
    ...set(power, f32x4.subtract(get(sum), f32x4.constant(ROUNDING))),
    ...set(x, multiplyAdd(get(power), f32x4.constant(-0.693359375), get(x))),
    ...set(x, multiplyAdd(get(power), f32x4.constant(2.1219444e-4), get(x))),
    ...set(x, f32x4.add(multiplyAdd(rest, f32x4.multiply(get(x), get(x)), get(x)), f32x4.constant(1))),
    ...set(x, f32x4.multiply(get(x), shifted)),
  ]
}

/** Converts rows of `width` numbers to shares of one. */
export const softmax = (multiplyAdd: MultiplyAdd): FunctionSource =>
  defineFunction('softmax', (scope) => {
    const [row, width, rows] = [scope.parameter(), scope.parameter(), scope.parameter()]
    const walk = walker(scope)
    const at = scope.integer()
    const [highest, total, x, sum, power] = scope.vectors(5) as [Local, Local, Local, Local, Local]
    return countdown(rows, 1, [
      ...set(highest, v128.load(row)),
      ...walk([[at, row]], width, set(highest, f32x4.maximum(get(highest), v128.load(at)))),
      ...acrossLanes(highest, f32x4.maximum),
      ...set(total, f32x4.constant(0)),
      ...walk([[at, row]], width, [
        ...set(x, f32x4.subtract(v128.load(at), get(highest))),
        ...exponential(multiplyAdd, x, sum, power),
        ...v128.store(at, 0, get(x)),
        ...set(total, f32x4.add(get(total), get(x))),
      ]),
      ...acrossLanes(total, f32x4.add),
      ...set(total, f32x4.divide(f32x4.constant(1), get(total))),
      ...walk([[at, row]], width, v128.store(at, 0, f32x4.multiply(v128.load(at), get(total)))),
      ...advance(row, bytesOf(width)),
    ])
  })

/**
 * Rounds each row to bytes from 0 to 127, after multiplying its columns by `factors`. The range of the row decides the
 * width of a step. Stores the step and the byte that represents zero as the row's facts.
 */
export const quantize = (): FunctionSource =>
  defineFunction('quantize', (scope) => {
    const [from, factors, out] = [scope.parameter(), scope.parameter(), scope.parameter()]
    const [facts, width, rows] = [scope.parameter(), scope.parameter(), scope.parameter()]
    const walk = walker(scope)
    const [at, factorAt, outAt] = [scope.integer(), scope.integer(), scope.integer()]
    const [lowest, highest, x, perStep, zero] = scope.vectors(5) as [Local, Local, Local, Local, Local]
    const perStepTimes = (value: Code, sum: Code): Code => f32x4.add(f32x4.multiply(value, get(perStep)), sum)
    const scaled = (offset: number): Code =>
      f32x4.multiply(v128.load(at, offset), v128.load(factorAt, offset))
    const rounded = (offset: number): Code => roundedIn(perStepTimes(scaled(offset), get(zero)))
    const sixteen = narrow.toI8(narrow.toI16(rounded(0), rounded(16)), narrow.toI16(rounded(32), rounded(48)))
    const range = f32x4.maximum(f32x4.subtract(get(highest), get(lowest)), f32x4.constant(SMALLEST_RANGE))
    return countdown(rows, 1, [
      ...set(lowest, f32x4.constant(0)),
      ...set(highest, f32x4.constant(0)),
      ...walk(
        [
          [at, from],
          [factorAt, factors],
        ],
        width,
        [
          ...set(x, scaled(0)),
          ...set(lowest, f32x4.minimum(get(lowest), get(x))),
          ...set(highest, f32x4.maximum(get(highest), get(x))),
        ],
      ),
      ...[...acrossLanes(lowest, f32x4.minimum), ...acrossLanes(highest, f32x4.maximum)],
      ...set(x, f32x4.multiply(range, f32x4.constant(1 / HIGHEST_BYTE))),
      ...set(perStep, f32x4.divide(f32x4.constant(1), get(x))),
      ...set(zero, perStepTimes(f32x4.subtract(f32x4.constant(0), get(lowest)), f32x4.constant(ROUNDING))),
      ...[...v128.storeLowest(facts, 0, get(x)), ...v128.storeLowest(facts, 4, roundedIn(get(zero)))],
      ...walk(
        [
          [at, from],
          [factorAt, factors],
          [outAt, out],
        ],
        width,
        v128.store(outAt, 0, sixteen),
        16,
        [64, 64, 16],
      ),
      ...[...advance(from, bytesOf(width)), ...advance(out, get(width))],
      ...advance(facts, i32.constant(8)),
    ])
  })
