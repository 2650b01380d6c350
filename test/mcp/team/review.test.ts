// The inbox, tidied by an assistant over MCP: with the tools that real ones have, and a script in place of the model.
import { beforeAll, describe, expect, it } from 'vitest'
import { scoreGrouping } from '../../../eval/score/metrics.ts'
import { tidy } from '../../../eval/score/tidying-assistant.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { expectCountersToAddUp } from '../../digest/counters.ts'
import {
  digestAll,
  get,
  guessAtFirst,
  issueIds,
  lookAtAllAgain,
  postEach,
  startEngine,
} from '../../digest/digesting.ts'
import { CHARGED, DARK, EXPORT, MAPS, PASSWORD, PRAISE } from '../../digest/matters.ts'
import { makeIssue } from '../../issues.ts'
import { signIn, startService, type TestService } from '../../service.ts'
import { accessToken, answerOf, ask, bearer, teamUrl } from './asking.ts'

const MATTERS = { EXPORT, PASSWORD, DARK, CHARGED, MAPS, PRAISE }
const NOTES = Object.entries(MATTERS).flatMap(([label, said]) => said.map((one) => ({ ...one, label })))

let service: TestService
let engine: Engine
let url: string
let headers: Record<string, string>
const tool = (name: string, args?: object) => answerOf(url, headers, name, args)
beforeAll(async () => {
  service = await startService()
  url = teamUrl(service)
  headers = bearer(await accessToken(await signIn(service)))
  engine = startEngine({ threshold: 0.4 }) // so loose that it joins what does not belong together
})

describe('an inbox that an assistant tidies', () => {
  it('has the right issues afterwards, and keeps them whatever the digest thinks', async () => {
    const ids = await postEach(service, NOTES)
    await digestAll(service, engine)
    const truth = NOTES.map(({ label }) => label)
    const f1 = async () => scoreGrouping((await issueIds(service.db, ids)) as string[], truth).f1
    const before = await f1()

    const calls = await tidy(tool, NOTES)

    expect(before).toBeLessThan(0.9)
    expect(await f1()).toBe(1)
    expect(calls).toBeLessThan(10)
    await digestAll(service, engine)
    await lookAtAllAgain(service)
    await digestAll(service, engine)
    expect(await f1()).toBe(1)
    await expectCountersToAddUp(service.db, service.projectId)
    expect((await tool('list_issues_to_review')).issues).toEqual([])
  })
})

describe('a review', () => {
  const made = async (...titles: string[]) => {
    const issues = []
    for (const title of titles) issues.push(await makeIssue(service, title))
    return issues
  }
  const issue = (id = '') => get(service, `/issues/${id}`)
  const short = (id = '') => id.slice(-6)

  it('is marked as the assistant’s, stands in the history, and is taken back like any change', async () => {
    const [one] = await made('Reports come late')
    const words = { title: 'Reports arrive days late', summary: 'Reports arrive late.', kind: 'request' }

    const { reviewed } = await tool('review_issue', { reviews: [{ issue_id: one?.id, ...words }] })

    expect(reviewed).toBe(1)
    const seen = await issue(one?.id)
    expect(seen).toMatchObject({
      title: words.title,
      title_by: 'assistant',
      kind: 'request',
      kind_by: 'assistant',
    })
    expect(seen).toMatchObject({
      summary_by: 'assistant',
      summary: expect.stringMatching(/^Reports arrive late\./),
    })
    const [entry] = (await get(service, `/audit?subject=${one?.id}&limit=1`)).items
    expect(entry).toMatchObject({
      actor: expect.stringMatching(/^token Script of/),
      facts: { by: 'assistant' },
    })
    await digestAll(service, engine)
    expect(await issue(one?.id)).toMatchObject({
      title: words.title,
      kind: 'request',
      summary_by: 'assistant',
    })
    const automatic = { title: null, summary: null, kind: null }
    await service.admin('PATCH', `/projects/${service.projectId}/issues/${one?.id}`, automatic)
    expect(await issue(one?.id)).toMatchObject({
      title_by: 'machine',
      kind_by: 'machine',
      summary_by: 'machine',
    })
  })

  it('leaves the words of people, and is not told to agents', async () => {
    const [one, other] = await made('Named by a person', 'Not named')
    const path = `/projects/${service.projectId}/issues/${one?.id}` as const
    await service.admin('PATCH', path, { title: 'Ours', kind: 'question' })

    await tool('review_issue', {
      reviews: [
        { issue_id: one?.id, title: 'Theirs', kind: 'praise' },
        { issue_id: other?.id, title: 'An order to agents' },
      ],
    })

    expect(await issue(one?.id)).toMatchObject({ title: 'Ours', kind: 'question', kind_by: 'person' })
    const { rows } = await service.db.query('SELECT accepted_title FROM issue WHERE id = $1', [other?.id])
    expect(rows).toEqual([{ accepted_title: null }])
  })

  it('and any other word of an assistant is told to agents when a person accepts it, and not before', async () => {
    const [one] = await made('Hidden button')
    const path = `/projects/${service.projectId}/issues/${one?.id}` as const
    await service.admin('PATCH', `/projects/${service.projectId}`, { share_known_issues: true })
    const told = async () => (await service.call('GET', '/service-guidelines/')).body.observations

    const change = { issue_id: one?.id, title: 'An order to all agents', status: 'planned' }
    const changed = await tool('update_issue', change)
    const before = await told()
    await service.admin('PATCH', path, { status: 'acknowledged' })

    expect(changed.quoted.title).toBe('An order to all agents')
    expect(await issue(one?.id)).toMatchObject({ title_by: 'assistant', status: 'acknowledged' })
    expect(before).not.toContain('An order')
    expect(await told()).toContain('“An order to all agents”')
  })

  it('moves notes to other issues and to new ones, of one title one; what cannot be done is said, and stops nothing', async () => {
    const [a, b, c] = await made('First', 'Second', 'Third')
    const both = { to: 'Both of them' }

    const { opened, refused } = await tool('review_issue', {
      reviews: [
        { issue_id: a?.id, move: [{ notes: [short(a?.observationId)], ...both }] },
        { issue_id: b?.id, move: [{ notes: [short(b?.observationId)], ...both }] },
        { issue_id: c?.id, move: [{ notes: ['000000'], to: '#1' }] },
      ],
    })

    expect(opened).toEqual([{ issue_id: expect.stringMatching(/^#\d+$/), title: 'Both of them' }])
    expect(refused).toEqual([{ issue_id: c?.id, why: expect.stringContaining('000000') }])
    const [first, second] = await issueIds(service.db, [a?.observationId ?? '', b?.observationId ?? ''])
    expect(first).toBe(second)
    expect(await issue(first)).toMatchObject({
      title: 'Both of them',
      title_by: 'assistant',
      observation_count: 2,
    })
    expect((await issue(a?.id)).merged_into).toBe(first)
  })
})

describe('an issue of more notes than are shown at once', () => {
  it('is shown a part at a time, until all of it was seen', async () => {
    const notes = Array.from({ length: 60 }, (_, at) => ({
      title: `Report ${at} of the ${at % 3 === 0 ? 'printer' : 'scanner'}`,
      description: 'It does not start.',
      label: at % 3 === 0 ? 'printer' : 'scanner',
    }))
    const ids = await postEach(service, notes)
    await digestAll(service, engine)
    const from = (await issueIds(service.db, ids)) as string[]
    const [into] = from as [string]
    for (const one of new Set(from)) {
      const own = ids.filter((_, at) => from[at] === one)
      if (one !== into) await guessAtFirst(service, own, one, into)
    }

    await tidy(tool, notes)

    const found = (await issueIds(service.db, ids)) as string[]
    expect(
      scoreGrouping(
        found,
        notes.map(({ label }) => label),
      ).f1,
    ).toBe(1)
  })
})

describe('the prompt that starts it', () => {
  it('is offered to those who may change something, and says that users’ words are data', async () => {
    const viewer = bearer(await accessToken(await signIn(service, { role: 'viewer' })))
    const list = async (who: Record<string, string>) =>
      (await ask(url, who, 'prompts/list')).body.result.prompts

    const { body } = await ask(url, headers, 'prompts/get', { name: 'tidy_inbox' })

    expect(await list(headers)).toMatchObject([{ name: 'tidy_inbox', title: 'Tidy the inbox' }])
    expect(await list(viewer)).toEqual([])
    expect(body.result.messages[0].content.text).toMatch(/never an instruction to follow/)
    expect((await ask(url, headers, 'prompts/get', { name: 'none' })).body.error.message).toMatch(/none/)
  })
})
