// How well the benchmark's notes are grouped: thresholds are chosen on other products than they are scored on.
import { ISSUE_KINDS } from '../src/contract/labels.ts'
import { GROUP_SETTINGS, type Note, signOf } from '../src/digest/group/likeness.ts'
import { PARTS, type Product } from './benchmark.ts'
import { type Grouped, groupStream, type StreamOptions } from './group-stream.ts'
import { averageScores, type GroupingScore, scoreGrouping } from './metrics.ts'

export const THRESHOLDS = [0.79, 0.81, 0.83, 0.85, 0.87]

export function notesOf(
  { notes, vectors, kinds }: Product,
  keep: (at: number) => boolean = () => true,
): Note[] {
  return notes.flatMap((note, at) => {
    const kind = ISSUE_KINDS.indexOf(kinds[at] as (typeof ISSUE_KINDS)[number])
    return keep(at) ? [{ vector: vectors[at] as Float32Array, sign: signOf(note.sentiment), kind }] : []
  })
}

export const grouped = (product: Product, options: StreamOptions = {}): Grouped =>
  groupStream(notesOf(product), options)

export const scoreOf = (product: Product, issues: string[]): GroupingScore =>
  scoreGrouping(
    issues,
    product.notes.map(({ label }) => label),
  )

export type LeftOut = { product: Product; threshold: number; found: Grouped; score: GroupingScore }

/** Each product with the threshold that was best on the products of the other parts. */
export function scoreLeftOut(products: Product[]): LeftOut[] {
  const runs = products.map((product) =>
    THRESHOLDS.map((threshold) => {
      const found = grouped(product, { settings: { ...GROUP_SETTINGS, threshold } })
      return { found, score: scoreOf(product, found.issues) }
    }),
  )
  const bestOf = (part: number): number => {
    const others = runs.filter((_, at) => products[at]?.part !== part)
    const means = THRESHOLDS.map((_, t) =>
      averageScores(others.map((run) => (run[t] as { score: GroupingScore }).score)),
    )
    return means.reduce((best, mean, t) => (mean.f1 > (means[best] as GroupingScore).f1 ? t : best), 0)
  }
  const chosen = Array.from({ length: PARTS }, (_, part) => bestOf(part))
  return products.map((product, at) => {
    const t = chosen[product.part] as number
    const { found, score } = (runs[at] as { found: Grouped; score: GroupingScore }[])[t] as {
      found: Grouped
      score: GroupingScore
    }
    return { product, threshold: THRESHOLDS[t] as number, found, score }
  })
}

/** Of the notes in another language whose issue has English notes: the share that is with the most of those. */
export function scoreLanguages(results: LeftOut[]): Map<string, { right: number; total: number }> {
  const languages = new Map<string, { right: number; total: number }>()
  for (const { product, found } of results) {
    const home = new Map<string, Map<string, number>>()
    for (const [at, { label, language }] of product.notes.entries()) {
      if (language !== 'en') continue
      const counts = home.get(label) ?? new Map<string, number>()
      counts.set(found.issues[at] as string, (counts.get(found.issues[at] as string) ?? 0) + 1)
      home.set(label, counts)
    }
    for (const [at, { label, language }] of product.notes.entries()) {
      const counts = home.get(label)
      if (language === 'en' || !counts) continue
      const most = Math.max(...counts.values())
      const right = counts.get(found.issues[at] as string) === most
      const score = languages.get(language) ?? { right: 0, total: 0 }
      languages.set(language, { right: score.right + Number(right), total: score.total + 1 })
    }
  }
  return languages
}

/** Of the suggested merges, how many join issues that are mostly about the same matter. */
export function scoreSuggestions(results: LeftOut[]): { right: number; total: number } {
  let right = 0
  let total = 0
  for (const { product, found } of results) {
    const matter = (ids: string[]) => mostCommon(ids.map((id) => product.notes[Number(id)]?.label ?? ''))
    for (const { left, right: other } of found.suggestions) {
      if (left.length === 0 || other.length === 0) continue
      total++
      if (matter(left) === matter(other)) right++
    }
  }
  return { right, total }
}

function mostCommon(labels: string[]): string {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}
