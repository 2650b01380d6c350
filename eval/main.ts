// npm run eval -- [grouping] [streams] [kinds] [tags]   the benchmark, or some parts of it: a quarter of an hour in all
// npm run eval -- --data FOLDER                         a folder of labeled JSON lines, grouped with the shipped encoder
// npm run eval -- --check                               a part of the benchmark against eval/floors.json, for CI
import { parseArgs } from 'node:util'
import { type Product, readBenchmark, readReviews } from './benchmark.ts'
import { check } from './check.ts'
import type { LeftOut } from './left-out.ts'
import { percent, table } from './report.ts'
import { groupByWords } from './score/baselines.ts'
import { averageScores, type GroupingScore } from './score/metrics.ts'
import { oddStreams } from './score/odd-streams.ts'
import { scoreFolder, scoresByFamily } from './score/score-folder.ts'
import { inLanguage, scoreGroups, scoreLanguages, scoreShipped } from './score/score-groups.ts'
import { scoreKinds } from './score/score-kinds.ts'
import { scoreTags } from './score/score-tags.ts'
import { scriptedAgent } from './score/scripted-agent.ts'

function scoreRow(name: string, score: GroupingScore): (string | number)[] {
  const { precision, recall, f1, nmi, ari, found, truth } = score
  return [name, precision, recall, f1, nmi, ari, `${Math.round(found)} / ${Math.round(truth)}`]
}

const SCORES = ['precision', 'recall', 'F1', 'NMI', 'ARI', 'issues found / true']

const mean = (results: LeftOut<unknown>[]): GroupingScore => averageScores(results.map(({ score }) => score))

function printGrouping(products: Product[]): void {
  const ours = scoreGroups(products)
  const english = products.map((product) => inLanguage(product, 'en'))
  const rows = [
    scoreRow('**as the service does it**', mean(ours)),
    scoreRow('the English notes alone', mean(scoreGroups(english))),
    scoreRow('an agent names the issue: half rightly, a tenth wrongly', mean(withAgent(products))),
    scoreRow('baseline: no second look', mean(scoreGroups(products, { lookAgain: false }))),
    scoreRow('baseline: words in common, average link', mean(groupByWords(products))),
  ]
  const sorted = [...ours].sort((one, other) => one.score.f1 - other.score.f1)
  const some = [0, Math.floor(sorted.length / 2), sorted.length - 1].map(
    (at) => sorted[at] as (typeof sorted)[number],
  )
  for (const [at, { product, score }] of some.entries())
    rows.push(scoreRow(`${['worst', 'median', 'best'][at]} product: ${product.name}`, score))
  console.log(`\n## Grouping: mean over ${products.length} products\n`)
  console.log(table(['', ...SCORES], rows))
  printLanguages(ours)
  const reviews = readReviews()
  console.log(`\n## Raw reviews by theme: mean over ${reviews.length} apps\n`)
  console.log(table(['', ...SCORES], [scoreRow('**as the service does it**', mean(scoreShipped(reviews)))]))
}

const withAgent = (products: Product[]): LeftOut<unknown>[] =>
  scoreShipped(products, (product) => ({ named: scriptedAgent(product) }))

function printLanguages(results: Parameters<typeof scoreLanguages>[0]): void {
  const rows = [...scoreLanguages(results)].map(([language, { right, total }]) => [
    language,
    String(total),
    percent(right / total),
  ])
  console.log('\n## Languages: notes that are in the issue of their English siblings\n')
  console.log(table(['language', 'notes', 'share'], rows))
}

function printStreams(products: Product[]): void {
  const rows = oddStreams(products).map(({ name, notes, score, moves }) => {
    const [label = '', ...scores] = scoreRow(name, score)
    return [label, String(notes), ...scores, moves.toFixed(1)]
  })
  console.log('\n## Odd streams\n')
  console.log(table(['', 'notes', ...SCORES, 'moves a note'], rows))
}

function printKinds(products: Product[]): void {
  const results = scoreKinds(products, readReviews())
  const names = {
    ours: '**as the service does it**',
    withoutVector: 'words and sentiment alone (another model’s vectors)',
    sentimentAlone: 'baseline: sentiment alone',
    alwaysProblem: 'baseline: always a problem',
  }
  const rows = Object.entries(names).map(([key, name]) => {
    const { accuracy, english, otherLanguages, f1 } = results[key as keyof typeof results]
    return [name, accuracy, english, otherLanguages, f1.problem, f1.request, f1.question, f1.praise]
  })
  console.log('\n## Kinds\n')
  console.log(
    table(
      ['', 'right', 'English', 'other languages', 'problem F1', 'request F1', 'question F1', 'praise F1'],
      rows,
    ),
  )
}

function printTags(products: Product[]): void {
  const { ours, keywordsAlone, few, young, taught } = scoreTags(products)
  const row = (name: string, { precision, recall, f1 }: typeof ours) => [name, precision, recall, f1]
  console.log('\n## Tags: label, description and keywords\n')
  console.log(
    table(
      ['', 'precision', 'recall', 'F1'],
      [
        row('**as the service does it**', ours),
        row('baseline: keywords alone', keywordsAlone),
        ...[...few].map(([count, score]) => row(`with ${count} of the project’s tags`, score)),
        ...[...young].map(([age, score]) => row(`after ${age} notes of the project`, score)),
      ],
    ),
  )
  const taughtRows = [...taught].map(([teaching, { before, after, restBefore, restAfter }]) => [
    teaching,
    before,
    after,
    restBefore,
    restAfter,
  ])
  console.log('\n## Tags: after 20 confirmations or removals\n')
  console.log(table(['judged', 'F1 before', 'F1 after', 'unjudged before', 'unjudged after'], taughtRows))
}

async function printFolder(folder: string): Promise<void> {
  const scores = await scoreFolder(folder)
  const families = scoresByFamily(scores)
  const rows = families.map(({ family, score }) => scoreRow(family, score))
  const all = averageScores(families.map(({ score }) => score))
  console.log(`\n## Grouping, by family, worst first: ${folder}\n`)
  console.log(table(['family', ...SCORES], [...rows, scoreRow('**mean over families**', all)]))
  console.log('\n## Each corpus\n')
  console.log(
    table(
      ['corpus', ...SCORES],
      scores.map(({ name, score }) => scoreRow(name, score)),
    ),
  )
}

const PARTS: Record<string, (products: Product[]) => void> = {
  grouping: printGrouping,
  streams: printStreams,
  kinds: printKinds,
  tags: printTags,
}

const { values: options, positionals } = parseArgs({
  options: { data: { type: 'string' }, check: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.filter((part) => !(part in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}
if (options.check) process.exit(check(readBenchmark()) ? 0 : 1)
if (options.data) await printFolder(options.data)
else {
  const products = readBenchmark()
  const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS)
  for (const part of wanted) PARTS[part]?.(products)
}
