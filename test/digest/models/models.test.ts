// Optional remote models in the digest, against a stand-in server that speaks their protocol: used, and done without.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import { createChatModel } from '../../../src/digest/models/chat-model.ts'
import { createRemoteEmbeddings } from '../../../src/digest/models/remote-embeddings.ts'
import { digestOnce } from '../../../src/worker/digest-worker.ts'
import { atEnd } from '../../closings.ts'
import { PATIENCE_MS } from '../../patience.ts'
import { type Loose, startService, type TestService } from '../../service.ts'
import { expectAllDigested, expectCountersToAddUp } from '../counters.ts'
import {
  act,
  bagOfWords,
  digestAll,
  get,
  inNewProject,
  issueIds,
  issueOf,
  lookAtAllAgain,
  postEach,
  startEngine,
} from '../digesting.ts'
import { DARK, EXPORT, PASSWORD, type Said, VARIOUS } from '../matters.ts'
import { type Fault, type StandIn, startStandIn } from './stand-in.ts'

let shared: TestService
let service: TestService
let standIn: StandIn
beforeAll(async () => {
  shared = await startService()
})
beforeEach(async () => {
  shared.clock.now = new Date('2026-03-14T09:30:00.000Z')
  service = await inNewProject(shared)
  standIn = await startStandIn()
  atEnd(() => standIn.close())
})

/** Soon only for a server that never answers: others are not to fail because the machine is busy. */
const limitFor = (faults: Fault[]) => (faults.includes('slow') ? 500 : PATIENCE_MS)
const settings = (model: string, timeoutMs: number) => ({ url: standIn.url, key: null, model, timeoutMs })
const withEmbeddings = (model = 'big', timeoutMs = PATIENCE_MS): Engine =>
  startEngine({ embeddings: createRemoteEmbeddings(settings(model, timeoutMs)) })
const withChat = (timeoutMs = PATIENCE_MS): Engine =>
  startEngine({ chat: createChatModel(settings('wise', timeoutMs)) })
const storedModels = async (): Promise<string[]> =>
  (
    await service.db.query(
      `SELECT DISTINCT model || CASE WHEN meaning IS NULL THEN ' without' ELSE '' END AS model
       FROM observation_digest WHERE project_id = $1 ORDER BY 1`,
      [service.projectId],
    )
  ).rows.map((row) => row.model)
const newestId = async (): Promise<string | undefined> =>
  (await get(service, '/observations?limit=1')).items[0]?.id
const faults = async () => (await get(service, '/digest')).models

describe('remote embeddings', () => {
  it('take the place of the encoder, under the name of their model', async () => {
    await postEach(service, EXPORT)

    await digestAll(service, withEmbeddings())

    expect(await storedModels()).toEqual(['remote:big/2'])
    expect(
      standIn.requests.every(({ path, body }) => path === '/v1/embeddings' && body.model === 'big'),
    ).toBe(true)
    expect(await faults()).toEqual({ embeddings: null, llm: null })
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('are never compared with vectors of another model: the project is read anew by the one that is there', async () => {
    standIn.embedAs(bagOfWords)
    const [before] = await postEach(service, [...EXPORT, ...VARIOUS])
    await digestAll(service, withEmbeddings('first'))
    const [after] = await postEach(service, EXPORT.slice(3, 4))

    await digestAll(service, withEmbeddings('second'))

    expect(await storedModels()).toEqual(['remote:second/2'])
    const [one, other] = await issueIds(service.db, [before, after] as string[])
    expect(other).toBe(one)
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('are told apart even where every text looks alike to them', async () => {
    standIn.embedAs((text) => bagOfWords(text).map((value) => value + 2))
    const exports = await postEach(service, EXPORT)
    const various = await postEach(service, VARIOUS)

    await digestAll(service, withEmbeddings())

    const issues = new Set(await issueIds(service.db, [...exports, ...various]))
    expect(issues.size).toBeGreaterThan(various.length / 2)
  })

  it('leave the kind to the words', async () => {
    standIn.embedAs(bagOfWords)
    const [wish] = await postEach(service, DARK.slice(0, 1), { user_sentiment: 'neutral' })
    const [fault] = await postEach(service, EXPORT.slice(0, 1))

    await digestAll(service, withEmbeddings())

    expect((await issueOf(service, wish as string)).kind).toBe('request')
    expect((await issueOf(service, fault as string)).kind).toBe('problem')
  })

  it.each<[string, Fault[]]>([
    ['a refusal', [{ status: 401 }]],
    ['a rate limit', [{ status: 429, retryAfter: '60' }]],
    ['a time-out', ['slow']],
    ['a broken connection', ['reset']],
    ['nonsense', ['nan']],
    ['too few vectors', ['wrong-count']],
  ])('that fail with %s are waited for, visibly, and nothing is lost', async (_, what) => {
    const ids = await postEach(service, [...EXPORT, ...PASSWORD])
    standIn.fail(...what)
    const engine = withEmbeddings('big', limitFor(what))

    await digestAll(service, engine)

    expect(await get(service, '/digest')).toMatchObject({ pending: ids.length, failed: 0, digested_count: 0 })
    const { embeddings } = await faults()
    expect(embeddings).toMatchObject({ count: 1, at: '2026-03-14T09:30:00.000Z' })
    expect(embeddings?.message).toMatch(/model|embedding|JSON/)
    service.clock.now = new Date(service.clock.now.getTime() + 29_000)
    expect(await digestOnce(service.deps, engine)).toBe(false)
    service.clock.now = new Date(service.clock.now.getTime() + 2_000)
    await digestAll(service, engine)
    await expectAllDigested(service.db, service.projectId)
    expect(await storedModels()).toEqual(['remote:big/2'])
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('that stay away hold back nobody else’s work', async () => {
    const engine = withEmbeddings()
    const away = Array.from({ length: 20 }, () => ({ status: 500 }))
    await postEach(service, EXPORT)
    await digestAll(service, engine)
    const issue = await issueOf(service, (await newestId()) as string)
    standIn.fail(...away)
    await postEach(service, PASSWORD)

    await act(service, 'PATCH', `/issues/${issue.id}`, { kind: 'request' })
    await digestAll(service, engine)

    expect(await get(service, `/issues/${issue.id}`)).toMatchObject({ kind: 'request' })
    expect(await get(service, '/digest')).toMatchObject({ pending: PASSWORD.length, failed: 0 })
  })
})

describe('a language model', () => {
  const WORDING = {
    title: 'CSV export is truncated',
    summary: 'Exports of the ledger end after 10,000 rows.',
  }

  it('words titles and summaries', async () => {
    const [id] = await postEach(service, EXPORT)
    standIn.answer(WORDING)

    await digestAll(service, withChat())

    expect(await issueOf(service, id as string)).toMatchObject({
      title: WORDING.title,
      title_by: 'model',
      summary: `${WORDING.summary} Reported by 4 users on March 14.`,
    })
    const [asked] = standIn.requests as Loose[]
    expect(asked.body.messages.at(-1).content).toContain(EXPORT[0]?.description)
  })

  it('leaves a person’s title alone', async () => {
    const engine = withChat()
    const [id] = await postEach(service, EXPORT.slice(0, 2))
    standIn.answer(WORDING)
    await digestAll(service, engine)
    const issue = await issueOf(service, id as string)
    await act(service, 'PATCH', `/issues/${issue.id}`, { title: 'Mine' })
    await postEach(service, EXPORT.slice(2))

    await digestAll(service, engine)

    expect(await get(service, `/issues/${issue.id}`)).toMatchObject({ title: 'Mine', title_by: 'person' })
  })

  it.each<[string, Fault[], RegExp]>([
    ['a rate limit', [{ status: 429, retryAfter: '60' }], /429/],
    ['a time-out', ['slow'], /no answer/],
    ['nonsense', ['refusal-text'], /JSON/],
    ['an empty answer', ['empty-choices'], /choice/],
  ])('that fails with %s leaves the offline wording, visibly', async (_, what, message) => {
    const [id] = await postEach(service, EXPORT)
    standIn.answer(WORDING)
    standIn.fail(...what)

    await digestAll(service, withChat(limitFor(what)))

    const issue = await issueOf(service, id as string)
    expect(issue.title_by).toBe('machine')
    expect(EXPORT.map(({ title }) => title)).toContain(issue.title)
    expect((await faults()).llm).toMatchObject({ count: 1, message: expect.stringMatching(message) })
    await expectAllDigested(service.db, service.projectId)
  })
})

describe('in the uncertain band', () => {
  /** Neither surely about the exports nor surely not. */
  const NEARLY = {
    title: 'The accountant is missing months',
    description: 'What I handed over from the ledger ends in March, she says.',
  }
  let engine: Engine
  const CLEAR = { title: 'Bonjour', description: 'Une girafe mange des crêpes au clair de lune.' }
  let exporting: Loose
  beforeEach(async () => {
    engine = withChat()
    standIn.answer({ title: 'CSV export', summary: 'Export ends early.' })
    await postEach(service, VARIOUS)
    const [id] = await postEach(service, EXPORT)
    await digestAll(service, engine)
    exporting = await issueOf(service, id as string)
    standIn.requests.length = 0
  })
  const asked = () =>
    standIn.requests
      .map(({ body }) => body.messages)
      .filter((messages) => /candidates/.test(messages.at(-1)?.content ?? ''))

  it('a language model decides, among the issues it is shown', async () => {
    standIn.answer({ same: 'A' })
    const ids = await postEach(service, [NEARLY])

    await digestAll(service, engine)

    expect(asked()).toHaveLength(1)
    expect(JSON.parse(asked()[0]?.at(-1)?.content ?? '').candidates[0].title).toBe(exporting.title)
    expect(await issueIds(service.db, ids)).toEqual([exporting.id])
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it.each([
    ['none of them', { same: 'none' }],
    ['one that it was not shown', { same: 'Z' }],
    ['nonsense', 'Sure! It is the first one.'],
  ])('it opens a new issue when the model names %s', async (_, answer) => {
    standIn.answer(answer)
    const ids = await postEach(service, [NEARLY])

    await digestAll(service, engine)

    expect(asked()).toHaveLength(1)
    expect(await issueIds(service.db, ids)).not.toEqual([exporting.id])
  })

  it('what it decided stays when the issues are looked at again, and digested again', async () => {
    standIn.answer({ same: 'A' })
    const ids = await postEach(service, [NEARLY])
    await digestAll(service, engine)
    const offline = startEngine()

    await lookAtAllAgain(service)
    await digestAll(service, offline)
    await act(service, 'POST', '/digest/restart')
    await digestAll(service, offline)

    expect(await issueIds(service.db, ids)).toEqual([exporting.id])
  })

  it('it is asked about several at a time', async () => {
    standIn.answer({ same: 'A' })
    const ids = await postEach(service, [NEARLY, { ...NEARLY, title: `${NEARLY.title}!` }])
    standIn.answerTogether(2)

    await digestAll(service, engine)

    expect(asked()).toHaveLength(2)
    expect(new Set(await issueIds(service.db, ids))).toEqual(new Set([exporting.id]))
  })

  it('it is not asked about what is clear', async () => {
    await postEach(service, [EXPORT[0] as Said, CLEAR])

    await digestAll(service, withChat())

    expect(asked()).toEqual([])
  })
})
