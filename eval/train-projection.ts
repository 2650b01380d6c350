// Linear discriminant analysis: the 128 directions of the sentence vectors in which texts of one group differ
// least compared with texts of different groups. Each family is centred on its own mean, because grouping
// centres on the project's mean too, and all families count the same.
import { ENCODER_WIDTH, MEANING_WIDTH, type Projection } from '../src/digest/features/trained-weights.ts'
import { cholesky, leadingEigenvectors, solveLower } from './linear-algebra.ts'

export interface LabelledVectors {
  vectors: Float32Array[]
  groups: string[]
}

/** How far the within-group covariance is drawn towards a sphere; 0.3 to 0.9 score within a point. */
const SHRINKAGE = 0.5

const meanOf = (vectors: Float32Array[]): Float64Array => {
  const mean = new Float64Array(ENCODER_WIDTH)
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++)
      mean[i] = (mean[i] as number) + (vector[i] as number) / vectors.length
  return mean
}

const addOuter = (into: Float64Array, vector: Float64Array, weight: number): void => {
  for (let row = 0; row < ENCODER_WIDTH; row++) {
    const factor = (vector[row] as number) * weight
    for (let column = 0; column < ENCODER_WIDTH; column++) {
      const at = row * ENCODER_WIDTH + column
      into[at] = (into[at] as number) + factor * (vector[column] as number)
    }
  }
}

const centredUnit = (vector: Float32Array, mean: Float64Array): Float64Array => {
  const centred = Float64Array.from(vector, (value, i) => value - (mean[i] as number))
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0))
  return centred.map((value) => value / Math.max(length, 1e-9))
}

/** Covariances within and between the groups of one family, added with the family's weight. */
const addScatter = (
  family: LabelledVectors,
  within: Float64Array,
  between: Float64Array,
  weight: number,
): void => {
  const mean = meanOf(family.vectors)
  const members = new Map<string, Float64Array[]>()
  for (const [i, vector] of family.vectors.entries()) {
    const group = family.groups[i] as string
    members.set(group, [...(members.get(group) ?? []), centredUnit(vector, mean)])
  }
  const degrees = Math.max(1, family.vectors.length - members.size)
  for (const vectors of members.values()) {
    const middle = new Float64Array(ENCODER_WIDTH)
    for (const vector of vectors)
      for (const [i, value] of vector.entries()) middle[i] = (middle[i] as number) + value / vectors.length
    addOuter(between, middle, weight / members.size)
    for (const vector of vectors)
      addOuter(
        within,
        vector.map((value, i) => value - (middle[i] as number)),
        weight / degrees,
      )
  }
}

const whitened = (between: Float64Array, lower: Float64Array): Float64Array => {
  const half = Float64Array.from(between)
  solveLower(lower, half, ENCODER_WIDTH, ENCODER_WIDTH, false)
  const turned = new Float64Array(half.length)
  for (let r = 0; r < ENCODER_WIDTH; r++)
    for (let c = 0; c < ENCODER_WIDTH; c++)
      turned[c * ENCODER_WIDTH + r] = half[r * ENCODER_WIDTH + c] as number
  solveLower(lower, turned, ENCODER_WIDTH, ENCODER_WIDTH, false)
  return turned
}

export const trainProjection = (families: LabelledVectors[]): Projection => {
  const within = new Float64Array(ENCODER_WIDTH * ENCODER_WIDTH)
  const between = new Float64Array(ENCODER_WIDTH * ENCODER_WIDTH)
  for (const family of families) addScatter(family, within, between, 1 / families.length)
  let trace = 0
  for (let i = 0; i < ENCODER_WIDTH; i++) trace += within[i * ENCODER_WIDTH + i] as number
  for (let i = 0; i < within.length; i++) within[i] = (within[i] as number) * (1 - SHRINKAGE)
  for (let i = 0; i < ENCODER_WIDTH; i++) {
    const at = i * ENCODER_WIDTH + i
    within[at] = (within[at] as number) + (SHRINKAGE * trace) / ENCODER_WIDTH
  }
  const lower = cholesky(within, ENCODER_WIDTH)
  const directions = leadingEigenvectors(whitened(between, lower), ENCODER_WIDTH, MEANING_WIDTH)
  solveLower(lower, directions, ENCODER_WIDTH, MEANING_WIDTH, true)
  const matrix = Float32Array.from(directions)
  const middle = meanOf(families.map(({ vectors }) => Float32Array.from(meanOf(vectors))))
  return { matrix, centre: project(Float32Array.from(middle), matrix) }
}

export const project = (vector: Float32Array, matrix: Float32Array): Float32Array => {
  const out = new Float32Array(MEANING_WIDTH)
  for (let row = 0; row < ENCODER_WIDTH; row++) {
    const factor = vector[row] as number
    for (let c = 0; c < MEANING_WIDTH; c++)
      out[c] = (out[c] as number) + factor * (matrix[row * MEANING_WIDTH + c] as number)
  }
  return out
}
