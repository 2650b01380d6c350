// What judges pairs of a product's notes when it is scored: fitted without its part of the products.
import { readFileSync } from 'node:fs'
import { decodePairWeights, type PairModel, pairModel } from '../../src/digest/group/pair-model.ts'
import type { Product } from '../benchmark.ts'

export const pairsWithout = (part: number): string => `eval/vectors/pairs-without-${part}.bin`

const known = new Map<number, PairModel>()

export function leftOutPairs({ part }: Pick<Product, 'part'>): PairModel {
  const model = known.get(part) ?? pairModel(decodePairWeights(readFileSync(pairsWithout(part))))
  known.set(part, model)
  return model
}
