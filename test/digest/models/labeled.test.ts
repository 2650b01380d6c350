// What optional models are worth where it matters: stand-ins that know the benchmark's labels, wired in as real ones are.
import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { scoreGrouping } from '../../../eval/score/metrics.ts'
import { createChatModel } from '../../../src/digest/models/chat-model.ts'
import { createRemoteEmbeddings } from '../../../src/digest/models/remote-embeddings.ts'
import { atEnd } from '../../closings.ts'
import { PATIENCE_MS } from '../../patience.ts'
import { startService, type TestService } from '../../service.ts'
import { digestAll, inNewProject, issueIds, postEach, startEngine } from '../digesting.ts'
import { type Asked, drawn, type StandIn, startStandIn } from './stand-in.ts'

type Note = { title: string; description: string; sentiment: string; label: string }

const notes = readFileSync('eval/data/brightcast.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Note)
const labelOf = new Map(notes.map(({ title, label }) => [title, label]))
const draw = drawn(256)

let shared: TestService
let service: TestService
let standIn: StandIn
beforeAll(async () => {
  shared = await startService()
})
beforeEach(async () => {
  service = await inNewProject(shared)
  standIn = await startStandIn()
  atEnd(() => standIn.close())
})

const settings = () => ({ url: standIn.url, key: null, model: 'wise', timeoutMs: PATIENCE_MS })

/** Every note of a matter points the same way, but for a fifth of noise. */
function byLabel(text: string): number[] {
  const note = notes.find(({ title }) => text.startsWith(title))
  const [matter, own] = [draw(note?.label ?? text), draw(text)]
  return matter.map((value, at) => value + 0.45 * (own[at] as number))
}

function sameLabel({ observation, candidates = [], quotes = [] }: Asked): object {
  const [first] = quotes
  if (first) return { title: first.title, summary: first.description.slice(0, 200) }
  const label = labelOf.get(observation?.title ?? '')
  return { same: candidates.find(({ title }) => labelOf.get(title) === label)?.letter ?? 'none' }
}

async function groupAll(engine: ReturnType<typeof startEngine>): Promise<number> {
  const ids: string[] = []
  for (const { title, description, sentiment } of notes)
    ids.push(...(await postEach(service, [{ title, description }], { user_sentiment: sentiment })))
  await digestAll(service, engine)
  const issues = (await issueIds(service.db, ids)).map(String)
  return scoreGrouping(
    issues,
    notes.map(({ label }) => label),
  ).f1
}

it('embeddings that know the matter group nearly everything right', async () => {
  standIn.embedAs(byLabel)

  const f1 = await groupAll(startEngine({ embeddings: createRemoteEmbeddings(settings()) }))

  expect(f1).toBeGreaterThanOrEqual(0.9)
})

it('a chat model that knows the matter groups nearly everything right', async () => {
  standIn.answerBy(sameLabel)

  const f1 = await groupAll(startEngine({ chat: createChatModel(settings()) }))

  expect(f1).toBeGreaterThanOrEqual(0.9)
})
