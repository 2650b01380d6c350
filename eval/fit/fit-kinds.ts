// Multinomial logistic regression for kinds (Adam in small batches, weights decayed), on the benchmark's notes and raw reviews.
import { ISSUE_KINDS } from '../../src/contract/labels.ts'
import { dot } from '../../src/digest/group/vector.ts'
import { vectorInputs, wordInputs } from '../../src/digest/kinds/kind.ts'
import type { KindWeights } from '../../src/digest/kinds/kind-weights.ts'
import { seededRandom } from '../../src/sample/seeded-random.ts'
import type { Product } from '../benchmark.ts'
import { shuffle } from '../shuffle.ts'
import { type Adam, createAdam } from './adam.ts'

const EPOCHS = 10
const BATCH = 64
const RATE = 0.01
const DECAY = 3e-4

type Row = { inputs: Float32Array; kind: number }

/** Every second note is learned from as if nothing were known of how its user felt: words must tell praise from a wish, too. */
export function fitKinds(products: Taught[], reviews: Taught[]): KindWeights {
  return fitTo([...products, ...reviews].map(oftenWithoutFeeling))
}

type Taught = Pick<Product, 'notes' | 'vectors'>

const oftenWithoutFeeling = ({ notes, vectors }: Taught): Taught => ({
  notes: notes.map((note, at) => (at % 2 === 0 ? { ...note, sentiment: 'neutral' } : note)),
  vectors,
})

function fitTo(products: Taught[]): KindWeights {
  const rows = (inputsOf: (product: (typeof products)[number], at: number) => Float32Array): Row[] =>
    products.flatMap((product) =>
      product.notes.map((note, at) => ({
        inputs: inputsOf(product, at),
        kind: ISSUE_KINDS.indexOf(note.kind),
      })),
    )
  return {
    withVector: fitWeights(
      rows(({ notes, vectors }, at) =>
        vectorInputs(notes[at] as Product['notes'][number], vectors[at] as Float32Array),
      ),
    ),
    wordsAlone: fitWeights(rows(({ notes }, at) => wordInputs(notes[at] as Product['notes'][number]))),
  }
}

function fitWeights(rows: Row[]): Float32Array[] {
  const width = rows[0]?.inputs.length ?? 0
  const weights = ISSUE_KINDS.map(() => new Float32Array(width))
  const steps = weights.map((row) => createAdam(row))
  const chance = seededRandom(7)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const order = shuffle(rows, chance)
    const rate = RATE * (1 - epoch / EPOCHS)
    for (let from = 0; from < order.length; from += BATCH)
      stepOn(order.slice(from, from + BATCH), weights, steps, rate)
  }
  return weights
}

function stepOn(batch: Row[], weights: Float32Array[], steps: Adam[], rate: number): void {
  const slopes = weights.map((row) => row.map((weight) => DECAY * weight))
  for (const { inputs, kind } of batch) {
    for (const [k, share] of sharesOf(inputs, weights).entries()) {
      const error = (share - Number(k === kind)) / batch.length
      const slope = slopes[k] as Float32Array
      for (let at = 0; at < inputs.length; at++)
        slope[at] = (slope[at] as number) + error * (inputs[at] as number)
    }
  }
  for (const [k, step] of steps.entries()) step(slopes[k] as Float32Array, rate)
}

function sharesOf(inputs: Float32Array, weights: Float32Array[]): number[] {
  const logits = weights.map((row) => dot(row, inputs))
  const most = Math.max(...logits)
  const raised = logits.map((logit) => Math.exp(logit - most))
  const sum = raised.reduce((total, value) => total + value, 0)
  return raised.map((value) => value / sum)
}
