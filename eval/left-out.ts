// Nothing that a product is scored with was chosen on it: of several settings, each product gets the one that did best in
// the mean over the products of the other parts.
import { PARTS, type Product } from './benchmark.ts'
import { averageScores, type GroupingScore, scoreGrouping } from './score/metrics.ts'

export type LeftOut<F> = { product: Product; found: F; score: GroupingScore }

export function chooseLeftOut<S, F extends { issues: string[] }>(
  products: Product[],
  settings: S[],
  group: (product: Product, setting: S) => F,
): LeftOut<F>[] {
  const runs = products.map((product) =>
    settings.map((setting) => {
      const found = group(product, setting)
      return { product, found, score: scoreOf(product, found.issues) }
    }),
  )
  const chosen = Array.from({ length: PARTS }, (_, part) =>
    bestOf(runs.filter((run) => run[0]?.product.part !== part)),
  )
  return runs.map((run) => run[chosen[run[0]?.product.part ?? 0] as number] as LeftOut<F>)
}

/** The place of the setting with the highest mean F1; the first where there is nothing to choose by. */
function bestOf(runs: { score: GroupingScore }[][]): number {
  const means = (runs[0] ?? []).map((_, setting) =>
    averageScores(runs.map((run) => (run[setting] as { score: GroupingScore }).score)),
  )
  return means.reduce((best, mean, at) => (mean.f1 > (means[best] as GroupingScore).f1 ? at : best), 0)
}

const scoreOf = ({ notes }: Product, issues: string[]): GroupingScore =>
  scoreGrouping(
    issues,
    notes.map(({ label }) => label),
  )
