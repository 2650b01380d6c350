// Measures of agreement between found and true groups, and between predicted and true labels.

export type GroupingScore = {
  precision: number
  recall: number
  f1: number
  nmi: number
  ari: number
  found: number
  truth: number
}

const pairs = (count: number): number => (count * (count - 1)) / 2

function total(values: Iterable<number>, of: (value: number) => number): number {
  let sum = 0
  for (const value of values) sum += of(value)
  return sum
}

function countBy(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

export const harmonic = (a: number, b: number): number => (a + b === 0 ? 0 : (2 * a * b) / (a + b))

export function scoreGrouping(found: string[], truth: string[]): GroupingScore {
  const size = truth.length
  const cells = countBy(found.map((group, i) => `${group}\u0000${truth[i]}`))
  const foundSizes = countBy(found)
  const trueSizes = countBy(truth)
  const together = total(cells.values(), pairs)
  const foundPairs = total(foundSizes.values(), pairs)
  const truePairs = total(trueSizes.values(), pairs)
  const precision = foundPairs === 0 ? 0 : together / foundPairs
  const recall = truePairs === 0 ? 0 : together / truePairs
  const entropy = (sizes: Map<string, number>): number =>
    -total(sizes.values(), (count) => (count / size) * Math.log(count / size))
  let information = 0
  for (const [cell, count] of cells) {
    const [group = '', label = ''] = cell.split('\u0000')
    const expected = ((foundSizes.get(group) ?? 0) * (trueSizes.get(label) ?? 0)) / size
    information += (count / size) * Math.log(count / expected)
  }
  const entropies = entropy(foundSizes) + entropy(trueSizes)
  const chance = (foundPairs * truePairs) / pairs(size)
  return {
    precision,
    recall,
    f1: harmonic(precision, recall),
    nmi: entropies === 0 ? 1 : (2 * information) / entropies,
    ari: (together - chance) / Math.max((foundPairs + truePairs) / 2 - chance, 1e-9),
    found: foundSizes.size,
    truth: trueSizes.size,
  }
}

export function averageScores(scores: GroupingScore[]): GroupingScore {
  const mean = (of: (score: GroupingScore) => number): number =>
    total(scores.map(of), (value) => value) / scores.length
  return {
    precision: mean((score) => score.precision),
    recall: mean((score) => score.recall),
    f1: mean((score) => score.f1),
    nmi: mean((score) => score.nmi),
    ari: mean((score) => score.ari),
    found: mean((score) => score.found),
    truth: mean((score) => score.truth),
  }
}

export type LabelScore = {
  precision: number
  recall: number
  f1: number
}

export function scoreFlags(predicted: boolean[], truth: boolean[]): LabelScore {
  const hits = predicted.filter((value, i) => value && truth[i]).length
  const precision = hits / Math.max(1, predicted.filter(Boolean).length)
  const recall = hits / Math.max(1, truth.filter(Boolean).length)
  return { precision, recall, f1: harmonic(precision, recall) }
}
