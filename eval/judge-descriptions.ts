// Prints titles and summaries of issues as the service finds them, with the notes that they are made of, for people to
// judge by eye. Usage: npm run eval:descriptions -- [count] [seed]
import { describeIssue } from '../src/digest/describe/describe-issue.ts'
import { readable } from '../src/digest/features/text/readable.ts'
import { seededRandom } from '../src/sample/seeded-random.ts'
import { type Product, readBenchmark } from './benchmark.ts'
import { groupStream } from './group-stream.ts'
import { notesOf } from './score/score-groups.ts'
import { shuffle } from './shuffle.ts'

const FEWEST = 3 // members; of fewer there is little to choose from
const [count = '60', seed = '1'] = process.argv.slice(2)

function issuesOf(product: Product) {
  const { issues } = groupStream(notesOf(product))
  const members = product.notes.map((note, at) => ({
    ...note,
    ...readable(note),
    id: String(at),
    userId: note.user,
    vector: product.vectors[at] as Float32Array,
  }))
  return [...new Set(issues)].map((id) => ({
    product: product.name,
    members: members.filter((_, at) => issues[at] === id),
  }))
}

const issues = readBenchmark()
  .flatMap(issuesOf)
  .filter(({ members }) => members.length >= FEWEST)
for (const { product, members } of shuffle(issues, seededRandom(Number(seed))).slice(0, Number(count))) {
  const { title, summary } = describeIssue(members)
  process.stdout.write(`\n${product} (${members.length})\n  TITLE    ${title}\n  SUMMARY  ${summary}\n`)
  for (const member of members)
    process.stdout.write(`    [${member.language}] ${member.title} | ${member.description}\n`)
}
