// A guard for CI: the digest as it ships, on every sixth product of the benchmark, may not fall below the floors.
import { readFileSync } from 'node:fs'
import type { Product } from './benchmark.ts'
import { table } from './report.ts'
import { averageScores } from './score/metrics.ts'
import { scoreLanguages, scoreShipped } from './score/score-groups.ts'
import { scoreShippedKinds } from './score/score-kinds.ts'
import { scoreShippedTags } from './score/score-tags.ts'

const EVERY = 6

export function check(products: Product[]): boolean {
  const floors = JSON.parse(readFileSync('eval/floors.json', 'utf8')) as Record<string, number>
  const reached = measure(products.filter((_, at) => at % EVERY === 0))
  const rows = Object.entries(floors).map(([name, floor]) => [name, reached[name] ?? 0, floor])
  console.log(table(['', 'reached', 'floor'], rows))
  const fallen = rows.filter(([, value, floor]) => (value as number) < (floor as number))
  for (const [name, value, floor] of fallen) console.error(`${name} is ${value}, below its floor ${floor}`)
  return fallen.length === 0
}

function measure(products: Product[]): Record<string, number> {
  const groups = scoreShipped(products)
  const { precision, f1, nmi, found, truth } = averageScores(groups.map(({ score }) => score))
  const languages = [...scoreLanguages(groups).values()].map(({ right, total }) => right / total)
  return {
    precision,
    f1,
    nmi,
    /** 1 where as many issues are found as there are; less for too few as for too many. */
    issueCount: Math.min(found / truth, truth / found),
    worstLanguage: Math.min(...languages),
    kinds: scoreShippedKinds(products),
    tags: scoreShippedTags(products),
  }
}
