// npm run eval:tidy -- FOLDER --service http://127.0.0.1:4000 --token ADMIN_TOKEN
// Each file of labeled notes (a line each: title, description, label) as a project of a running service: how good the issues are,
// how many of the first twenty possible duplicates are, and how good the issues are after an assistant that knows the labels tidied them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { table } from './report.ts'
import { scoreGrouping } from './score/metrics.ts'
import { tidy } from './score/tidying-assistant.ts'

const { values, positionals } = parseArgs({
  options: { service: { type: 'string', default: 'http://127.0.0.1:4000' }, token: { type: 'string' } },
  allowPositionals: true,
})
const [folder] = positionals
if (!folder || !values.token)
  throw new Error('usage: npm run eval:tidy -- FOLDER --service URL --token ADMIN_TOKEN')

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Answer = any
type Note = { title: string; description: string; label: string; sentiment?: string }

async function send(path: string, body?: object, key?: string): Promise<Answer> {
  const response = await fetch(values.service + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: key ? `ApiKey ${key}` : `Bearer ${values.token}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

async function callTool(projectId: string, name: string, args: object): Promise<Answer> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const { result } = await send(`/mcp/v1/team/${projectId}/`, message)
  const [{ text }] = result.content
  if (result.isError) throw new Error(`${name}: ${text}`)
  const answer = JSON.parse(text)
  if (answer.refused?.length > 0)
    console.error(`${name} refused`, JSON.stringify(answer.refused).slice(0, 300))
  return answer
}

/** Nothing waits, and nothing has changed since the last look. */
async function settle(project: string): Promise<void> {
  let before = ''
  for (;;) {
    const { pending } = await send(`${project}/digest`)
    const { items } = await send(`${project}/issues?limit=200`)
    const now = JSON.stringify([pending, items.map(({ id, updated_at }: Answer) => [id, updated_at])])
    if (pending === 0 && now === before) return
    before = now
    await sleep(3_000)
  }
}

async function labelsByIssue(project: string, ids: Map<string, string>): Promise<[string[], string[]]> {
  const [found, truth]: [string[], string[]] = [[], []]
  let cursor: string | null = null
  do {
    const page: Answer = await send(`${project}/observations?limit=200${cursor ? `&cursor=${cursor}` : ''}`)
    for (const { id, issue } of page.items) {
      found.push(issue.id)
      truth.push(ids.get(id) as string)
    }
    cursor = page.next_cursor
  } while (cursor)
  return [found, truth]
}

/** Of two issues, the share of their pairs of notes that have the same label is above a half. */
function isSame(one: string[], other: string[]): boolean {
  const same = one.flatMap((a) => other.filter((b) => a === b)).length
  return same * 2 > one.length * other.length
}

const rows: (string | number)[][] = []
for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
  const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n')
  const notes = lines.map((line) => JSON.parse(line) as Note).filter(({ label }) => label !== undefined)
  const { id } = await send('/api/projects', { name: file })
  const project = `/api/projects/${id}`
  const { key } = await send(`${project}/keys`, { name: 'eval' })
  const ids = new Map<string, string>()
  for (const [at, { title, description, label, sentiment = 'neutral' }] of notes.entries()) {
    const post = {
      user_id: `u${at}`,
      interaction_id: `i${at}`,
      user_sentiment: sentiment,
      observations: [{ title: title.slice(0, 500), description: description || title }],
    }
    const { results } = await send(`/v1/project/${id}/observations/`, post, key)
    ids.set(results[0].id, String(label))
  }
  await settle(project)
  const [found, truth] = await labelsByIssue(project, ids)
  const before = scoreGrouping(found, truth)
  const pairs = (await send(`${project}/duplicates?limit=20`)).items
  const labelsOf = (issue: string) => truth.filter((_, at) => found[at] === issue)
  const right = pairs.filter(({ one, other }: Answer) => isSame(labelsOf(one.id), labelsOf(other.id))).length
  const known = notes.map((note) => ({
    ...note,
    title: note.title.slice(0, 500),
    label: String(note.label),
    description: note.description || note.title,
  }))
  const calls = await tidy((name, args) => callTool(id, name, args), known)
  await settle(project)
  const after = scoreGrouping(...(await labelsByIssue(project, ids)))
  rows.push([
    file,
    String(notes.length),
    before.f1,
    before.precision,
    `${before.found} / ${before.truth}`,
    `${right} of ${pairs.length}`,
    after.f1,
    String(calls),
  ])
  console.error(rows.at(-1)?.join('  '))
}
console.log(
  table(
    ['', 'notes', 'F1', 'precision', 'issues found / true', 'first pairs right', 'F1 tidied', 'calls'],
    rows,
  ),
)
