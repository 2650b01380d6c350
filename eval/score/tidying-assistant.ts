// An assistant that knows the true issue of every note, and tidies a project with the tools that real ones have: it reads what there
// is to review, merges issues that are the same as a whole, and says where other notes belong, many at a time.

// biome-ignore lint/suspicious/noExplicitAny: answers of tools, as a model reads them
type Answer = any
export type CallTool = (name: string, args: object) => Promise<Answer>
type Known = { title: string; description: string; label: string }
/** `isWhole`: all of its notes are shown. */
type Listed = { id: string; labels: Map<string, string[]>; size: number; isWhole: boolean }

const AT_ONCE = 40

/** Returns how many calls it took. */
export async function tidy(callTool: CallTool, notes: Known[]): Promise<number> {
  let calls = 0
  const call: CallTool = (name, args) => {
    calls++
    return callTool(name, args)
  }
  const inTurns = async (name: string, field: string, items: object[]): Promise<Answer[]> => {
    const answers: Answer[] = []
    for (let from = 0; from < items.length; from += AT_ONCE)
      answers.push(await call(name, { [field]: items.slice(from, from + AT_ONCE) }))
    return answers
  }
  const homes = new Map<string, string>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { issues, pairs } = await readAll(call, notes)
    if (issues.length === 0) break
    findHomes(issues, homes)
    const whole = issues.filter(
      (issue) => issue.isWhole && issue.labels.size === 1 && homes.get(labelIn(issue)) !== issue.id,
    )
    const same = whole.map((issue) => ({
      issue_id: homes.get(labelIn(issue)) as string,
      other_id: issue.id,
      verdict: 'same',
    }))
    const labelOf = new Map(
      issues.map((issue) => [issue.id, issue.labels.size === 1 ? labelIn(issue) : null]),
    )
    const different = pairs
      .filter(({ issue_id, other_id }) => {
        const [one, other] = [labelOf.get(issue_id), labelOf.get(other_id)]
        return one && other && one !== other
      })
      .map(({ issue_id, other_id }) => ({ issue_id, other_id, verdict: 'different' }))
    const gone = new Set(whole.map(({ id }) => id))
    const reviews = issues
      .filter(({ id }) => !gone.has(id))
      .map((issue) => ({
        issue_id: issue.id,
        move: [...issue.labels]
          .filter(([label]) => homes.get(label) !== issue.id)
          .map(([label, moved]) => ({ notes: moved, to: homes.get(label) ?? `About ${label}` })),
      }))
    await inTurns('judge_duplicates', 'verdicts', [...same, ...different])
    for (const { opened } of await inTurns('review_issue', 'reviews', reviews))
      for (const { issue_id, title } of opened) homes.set(title.slice('About '.length), issue_id)
  }
  return calls
}

/** Of a large issue, a part is shown at a time. */
const MOST_ROUNDS = 8

const labelIn = ({ labels }: Listed): string => [...labels.keys()][0] as string

type Pair = { issue_id: string; other_id: string }

async function readAll(call: CallTool, notes: Known[]): Promise<{ issues: Listed[]; pairs: Pair[] }> {
  const issues: Listed[] = []
  const pairs: Pair[] = []
  let cursor: string | null = null
  do {
    const page: Answer = await call('list_issues_to_review', cursor ? { cursor } : {})
    pairs.push(...(page.pairs ?? []))
    for (const { issue_id, notes: count, quoted } of page.issues) {
      const labels = new Map<string, string[]>()
      for (const line of quoted.notes as string[]) {
        const label = labelOf(line, notes)
        labels.set(label, [...(labels.get(label) ?? []), line.slice(0, line.indexOf(' '))])
      }
      issues.push({ id: issue_id, labels, size: quoted.notes.length, isWhole: count === undefined })
    }
    cursor = page.next_cursor
  } while (cursor)
  return { issues, pairs }
}

const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** By what is shown of the note: its title and the first words. */
function labelOf(line: string, notes: Known[]): string {
  const shown = plain(line.slice(line.indexOf(' ')).replace(/…$/, ''))
  const found = notes.find(({ title, description }) => plain(`${title}: ${description}`).startsWith(shown))
  if (!found) throw new Error(`no note begins so: ${line}`)
  return found.label
}

/** For each label that has none the issue that has most of its notes; an issue can be home to one label only. */
function findHomes(issues: Listed[], homes: Map<string, string>): void {
  const claims = issues.flatMap((issue, at) =>
    [...issue.labels].map(([label, own]) => ({ label, issue, at, count: own.length })),
  )
  const number = ({ id }: Listed) => Number(id.slice(1))
  claims.sort((a, b) => b.count - a.count || b.issue.size - a.issue.size || number(a.issue) - number(b.issue))
  const taken = new Set(homes.values())
  for (const { label, issue } of claims) {
    if (homes.has(label) || taken.has(issue.id)) continue
    homes.set(label, issue.id)
    taken.add(issue.id)
  }
}
