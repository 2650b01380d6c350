// npm run eval -- [--data FOLDER] [--leave-one-out] [--check]
// Scores grouping, tags and kinds on a folder of labelled JSON lines, or on the set that ships with the project.
// --leave-one-out  train the weights anew for each family, without that family (the shipped ones saw them all)
// --check          fail if the shipped set scores below the floors in eval/floors.json
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BASELINES } from './baselines.ts'
import { createCachedEncoder } from './encoder-cache.ts'
import { evaluateGrouping, type GroupingResult } from './evaluate-grouping.ts'
import { createEmbed } from './features.ts'
import { averageScores, type GroupingScore } from './metrics.ts'
import { type Corpus, joinFamilies, readCorpora } from './read-corpus.ts'
import { table } from './report.ts'
import { hasKinds, type KindResult, scoreKindsCrossed, scoreKindsWith } from './score-kinds.ts'
import { scoreTagMatching, TAG_SETTINGS, type TagScores } from './score-tags.ts'
import { loadTrained, type Trained, train } from './trained.ts'

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, 'leave-one-out': { type: 'boolean' }, check: { type: 'boolean' } },
})
const corpora = joinFamilies(readCorpora(options.data ?? 'eval/data'))
const encode = createCachedEncoder()
const shipped = loadTrained()
const without = new Map<string, Trained>()

const trainedFor = (family: string): Trained => {
  if (!options['leave-one-out']) return shipped
  const known =
    without.get(family) ??
    train(
      corpora.filter((corpus) => corpus.family !== family),
      encode,
    )
  without.set(family, known)
  return known
}

const groupingRow = (name: string, score: GroupingScore): (string | number)[] => [
  name,
  score.precision,
  score.recall,
  score.f1,
  score.nmi,
  score.ari,
  `${Math.round(score.found)} / ${Math.round(score.truth)}`,
]

const meanByFamily = (
  results: GroupingResult[],
  of: (result: GroupingResult) => GroupingScore,
): GroupingScore => {
  const families = [...new Set(results.map(({ family }) => family))]
  return averageScores(
    families.map((family) => averageScores(results.filter((result) => result.family === family).map(of))),
  )
}

const printGrouping = (): GroupingScore => {
  const results = evaluateGrouping(corpora, trainedFor, encode)
  const rows = results.map(({ corpus, ours }) => groupingRow(corpus, ours))
  const mean = meanByFamily(results, ({ ours }) => ours)
  rows.push(groupingRow('**mean over families**', mean))
  for (const baseline of BASELINES) {
    rows.push(
      groupingRow(
        `baseline: ${baseline}`,
        meanByFamily(results, ({ baselines }) => baselines[baseline]),
      ),
    )
  }
  console.log('\n## Grouping, online in one pass\n')
  console.log(table(['corpus', 'precision', 'recall', 'F1', 'NMI', 'ARI', 'groups found / true'], rows))
  return mean
}

const canBeTagged = ({ texts }: Corpus): boolean => {
  const labelled = texts.filter(({ group, tags }) => group !== null || tags !== null)
  const names = new Set(labelled.flatMap(({ group, tags }) => tags ?? [group ?? '']))
  // Names that are mere numbers tell a matcher nothing.
  const speaking = [...names].filter((name) => /\p{L}{3}/u.test(name)).length
  return speaking >= 5 && labelled.length / names.size >= 10
}

const printTags = (): TagScores[] => {
  const tagged = corpora.filter(canBeTagged)
  const rows: (string | number)[][] = []
  const means = TAG_SETTINGS.map(() => ({ atOne: 0, micro: 0, macro: 0 }))
  for (const { name, family, texts } of tagged) {
    const trained = trainedFor(family)
    const scores = scoreTagMatching(texts, trained, createEmbed(encode, trained), 11)
    for (const [i, setting] of TAG_SETTINGS.entries()) {
      const score = scores.get(setting) as TagScores
      rows.push([name, setting, score.atOne, score.micro, score.macro])
      const mean = means[i] as TagScores
      for (const key of ['atOne', 'micro', 'macro'] as const) mean[key] += score[key] / tagged.length
    }
  }
  for (const [i, setting] of TAG_SETTINGS.entries()) {
    const { atOne, micro, macro } = means[i] as TagScores
    rows.push(['**mean**', setting, atOne, micro, macro])
  }
  console.log('\n## Tags\n')
  console.log(table(['corpus', 'given', 'P@1', 'micro F1', 'macro F1'], rows))
  return means
}

const printKinds = (): KindResult[] => {
  const told = corpora.filter(({ texts }) => hasKinds(texts))
  if (told.length === 0) return []
  const row = (name: string, how: string, result: KindResult): (string | number)[] =>
    [name, how, result.texts, result.problem.f1, result.request.f1, result.accuracy ?? ''].map((value, i) =>
      i === 2 ? String(value) : value,
    )
  const rows: (string | number)[][] = []
  const results = told.map(({ texts }) => scoreKindsWith(texts, shipped.kinds))
  for (const [i, { name, texts }] of told.entries()) {
    if (options['leave-one-out']) rows.push(row(name, 'five folds', scoreKindsCrossed(texts)))
    else rows.push(row(name, 'shipped model', results[i] as KindResult))
    rows.push(row(name, 'turns of phrase and sentiment alone', scoreKindsWith(texts, null)))
  }
  console.log('\n## Kinds\n')
  console.log(table(['corpus', 'with', 'texts', 'problem F1', 'request F1', 'kind accuracy'], rows))
  return results
}

const grouping = printGrouping()
const tags = printTags()
const kinds = printKinds()

if (options.check) {
  const floors = JSON.parse(readFileSync('eval/floors.json', 'utf8')) as Record<string, number>
  // Every corpus has to hold the floor, not their mean.
  const worst = (of: (result: KindResult) => number): number => Math.min(...kinds.map(of))
  const reached: Record<string, number> = {
    precision: grouping.precision,
    f1: grouping.f1,
    nmi: grouping.nmi,
    tagsLabelOnly: tags[0]?.atOne ?? 0,
    tagsFiveExamples: tags[2]?.atOne ?? 0,
    problem: worst(({ problem }) => problem.f1),
    request: worst(({ request }) => request.f1),
    kind: worst(({ accuracy }) => accuracy ?? 0),
  }
  const fallen = Object.entries(floors).filter(([name, floor]) => (reached[name] ?? 0) < floor)
  for (const [name, floor] of fallen)
    console.error(`${name} is ${reached[name]?.toFixed(3)}, below its floor ${floor}`)
  if (fallen.length > 0) process.exit(1)
}
