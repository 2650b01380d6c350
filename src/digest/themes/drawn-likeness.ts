// How alike answers are. Each vector is drawn a little towards its nearest ones before all are compared, because
// neighbors say what a terse answer leaves out. All results come from one table of cosines: the cosines of sums of
// vectors are sums of known cosines.
import type { Member } from '../group/issue-table.ts'
import type { Calibration } from '../group/likeness.ts'

const NEIGHBORS = 3
const NEIGHBOR_FROM = 0.5
const WEIGHT = 0.4

export function drawnLikeness(notes: Member[], cosines: Float32Array, calibrated: Calibration): Float32Array {
  const plain = cosines.map(calibrated)
  const mixes = notes.map((_, at) => [
    { other: at, share: 1 },
    ...nearestTo(plain, notes.length, at).map(({ other, score }) => ({ other, share: WEIGHT * score })),
  ])
  return mixedCosines(cosines, mixes).map(calibrated)
}

type Mix = { other: number; share: number }[]

/** The cosines of weighted sums of the vectors. */
function mixedCosines(cosines: Float32Array, mixes: Mix[]): Float32Array {
  const n = mixes.length
  const half = new Float32Array(n * n)
  for (const [i, mix] of mixes.entries())
    for (const { other, share } of mix)
      for (let j = 0; j < n; j++)
        half[i * n + j] = (half[i * n + j] as number) + share * (cosines[other * n + j] as number)
  const lengths = Float64Array.from(mixes, (mix, i) => Math.sqrt(Math.max(1e-12, mixed(half, i * n, mix))))
  const result = new Float32Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      const cosine = mixed(half, i * n, mixes[j] as Mix) / ((lengths[i] as number) * (lengths[j] as number))
      result[i * n + j] = cosine
      result[j * n + i] = cosine
    }
  return result
}

function mixed(numbers: Float32Array, from: number, mix: Mix): number {
  let sum = 0
  for (let at = 0; at < mix.length; at++) {
    const { other, share } = mix[at] as Mix[number]
    sum += share * (numbers[from + other] as number)
  }
  return sum
}

function nearestTo(likeness: Float32Array, n: number, at: number): { other: number; score: number }[] {
  const found: { other: number; score: number }[] = []
  for (let other = 0; other < n; other++) {
    const score = likeness[at * n + other] as number
    if (other === at || score <= NEIGHBOR_FROM) continue
    if (found.length === NEIGHBORS && score <= (found[NEIGHBORS - 1]?.score as number)) continue
    let place = found.length
    while (place > 0 && (found[place - 1]?.score as number) < score) place--
    found.splice(place, 0, { other, score })
    if (found.length > NEIGHBORS) found.pop()
  }
  return found
}
