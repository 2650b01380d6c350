// Prints titles and summaries of issues as the service finds them, with the notes that they are made of, for people to
// judge by eye: as many issues of each family of texts as of any other.
// Usage: npm run eval:descriptions -- [--count 60] [--seed 1] [--data FOLDER]
// A folder of labeled JSON lines, such as reports of a tracker, adds a family for each kind of file in it.
import { parseArgs } from 'node:util'
import type { MemberNote } from '../src/digest/describe/center.ts'
import { describeIssue } from '../src/digest/describe/describe-issue.ts'
import { DESCRIBED_MEMBERS } from '../src/digest/describe-issues.ts'
import { createEmbedPool } from '../src/digest/encode/embed-pool.ts'
import { type NoteText, readable } from '../src/digest/features/text/readable.ts'
import type { Note } from '../src/digest/group/likeness.ts'
import { seededRandom } from '../src/sample/seeded-random.ts'
import { readBenchmark } from './benchmark.ts'
import { groupStream } from './group-stream.ts'
import { encodeTexts } from './score/encode-texts.ts'
import { joinFamilies, readCorpora } from './score/read-corpus.ts'
import { notesOf } from './score/score-groups.ts'
import { shuffle } from './shuffle.ts'

type Issue = { source: string; members: MemberNote[] }

const FEWEST = 3 // members; of fewer there is little to choose from
const ID_WIDTH = 8
const FOLDERS = ['eval/natural']

function issuesOf(source: string, notes: Note[], texts: (NoteText & { user?: string })[]): Issue[] {
  const members = new Map<string, MemberNote[]>()
  for (const [at, issue] of groupStream(notes).issues.entries()) {
    const text = texts[at] as NoteText & { user?: string }
    const { language, vector } = notes[at] as Note
    const id = String(at).padStart(ID_WIDTH, '0')
    const member = { ...readable(text), id, userId: text.user ?? id, language, vector }
    members.set(issue, [...(members.get(issue) ?? []), member])
  }
  return [...members.values()].filter((all) => all.length >= FEWEST).map((all) => ({ source, members: all }))
}

/** By family of texts. */
async function findIssues(folders: string[]): Promise<Map<string, Issue[]>> {
  const products = readBenchmark().flatMap((product) =>
    issuesOf(product.name, notesOf(product), product.notes),
  )
  const families = new Map([['products', products]])
  const pool = createEmbedPool({ threads: 2 })
  for (const { name, family, texts } of folders.flatMap((folder) => joinFamilies(readCorpora(folder)))) {
    const notes = [...(await encodeTexts(pool, texts)).values()]
    families.set(family, [...(families.get(family) ?? []), ...issuesOf(name, notes, texts)])
  }
  await pool.close()
  return families
}

/** One of each family in turn. */
function sample(families: Map<string, Issue[]>, count: number, seed: number): Issue[] {
  const shuffled = [...families.values()].map((issues) => shuffle(issues, seededRandom(seed)))
  const longest = Math.max(...shuffled.map((issues) => issues.length))
  const rounds = Array.from({ length: longest }, (_, round) =>
    shuffled.flatMap((issues) => issues[round] ?? []),
  )
  return rounds.flat().slice(0, count)
}

/** As it is described after each of its notes: a title that people have seen is not given up for a slightly better one. */
function describeAsItGrew(members: MemberNote[]): { title: string; summary: string } {
  const newest = (count: number) => members.slice(Math.max(0, count - DESCRIBED_MEMBERS), count)
  return members
    .slice(1)
    .reduce(({ title }, _, at) => describeIssue(newest(at + 2), title), describeIssue(newest(1)))
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string', multiple: true, default: [] },
  },
})
const families = await findIssues([...FOLDERS, ...values.data])
for (const { source, members } of sample(families, Number(values.count), Number(values.seed))) {
  const { title, summary } = describeAsItGrew(members)
  process.stdout.write(`\n${source} (${members.length})\n  TITLE    ${title}\n  SUMMARY  ${summary}\n`)
  for (const member of members)
    process.stdout.write(`    [${member.language}] ${member.title} | ${member.description}\n`)
}
