import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../src/domain/audit/audit.ts'
import { createKey } from '../../src/domain/projects/manage-keys.ts'
import { createProject } from '../../src/domain/projects/manage-projects.ts'
import { answer, makeStudy, startApp, startService, type TestService } from '../service.ts'
import { CLIENTS } from './clients.ts'
import { callTool, type Endpoint, forgetAll, refusal } from './endpoint.ts'

const NOW = new Date('2026-03-14T09:30:00.000Z')
const HOUR = 3_600_000
const LATER = new Date('2026-03-14T12:00:00.000Z')

describe('study_index', () => {
  let service: TestService
  /** The same database and project, served by another process. */
  let other: Endpoint
  beforeAll(async () => {
    service = await startService()
    const { url } = await startApp(service.db)
    other = { key: service.key, mcpUrl: service.mcpUrl.replace(service.url, url) }
  })
  beforeEach(async () => {
    service.clock.now = NOW
    await forgetAll(service)
  })

  const list = async (user_id = 'user-42', endpoint: Endpoint = service): Promise<string[]> => {
    const { structuredContent } = await callTool(endpoint, 'get_active_studies', { user_id })
    return structuredContent.studies.map(({ question }: { question: string }) => question)
  }
  const post = (study_index: number, overrides: object = {}, endpoint: Endpoint = service) =>
    callTool(endpoint, 'post_research_answer', answer({ study_index, ...overrides }))
  const end = async ({ id }: { id: string }) => {
    const path = `/projects/${service.projectId}/studies/${id}` as const
    await service.admin('PATCH', path, { state: 'paused' })
    await service.admin('PATCH', path, { state: 'ended' })
  }
  const answered = async (): Promise<[user: string, question: string][]> => {
    const { rows } = await service.db.query(
      'SELECT user_id, question FROM answer JOIN study ON study.id = study_id ORDER BY user_id, question',
    )
    return rows.map(({ user_id, question }) => [user_id, question])
  }
  const toListAgain = (index: number) => [
    {
      loc: ['body', 'study_index'],
      msg: `no study at index ${index} in the list last given for this user; call get_active_studies again and use an index of that list`,
      type: 'study_index',
    },
  ]

  const disagreeing = (index: number) => [
    {
      loc: ['body', 'study_index'],
      msg: `the lists given for this user in the last day have different studies at index ${index}; call get_active_studies again and send the study's id as study_id`,
      type: 'study_index',
    },
  ]

  it('means the list that was given, when a study has since begun before the others', async () => {
    await makeStudy(service, { question: 'Later?', starts_at: LATER.toISOString() })
    await makeStudy(service, { question: 'Now?' })
    const given = await list()
    service.clock.now = LATER

    await post(0)

    expect(given).toEqual(['Now?'])
    expect(await answered()).toEqual([['user-42', 'Now?']])
    expect(await list()).toEqual(['Later?', 'Now?'])
  })

  it('means the list that was given, when an earlier study has since ended', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    await list()
    await end(first)

    await post(1)

    expect(await answered()).toEqual([['user-42', 'Second?']])
  })

  it('of a study that has ended is refused, and the answer lands nowhere else', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    await list()
    await end(first)

    const result = await post(0)

    expect(refusal(result)).toBe('this study has ended')
    expect(await answered()).toEqual([])
  })

  it('is refused where two lists of the last day disagree: nobody knows which one the caller saw', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    await list()
    await end(first)
    await list()

    const result = await post(0)

    expect(refusal(result)).toEqual(disagreeing(0))
    expect(refusal(await post(1))).toEqual(toListAgain(1))
    expect(await answered()).toEqual([])
  })

  it('that is another study than study_id is refused, and the answer lands on neither', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    await list()

    const result = await post(1, { study_id: first.id })

    expect(refusal(result)).toEqual([
      {
        loc: ['body', 'study_index'],
        msg: 'the study at index 1 in the list last given for this user is not the one that study_id names; send study_id alone',
        type: 'study_index',
      },
    ])
    expect(await answered()).toEqual([])
  })

  it('beside a study_id is taken where any list has that study there, or none has any', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    const second = await makeStudy(service, { question: 'Second?' })
    await list()
    await end(first)
    await list()

    const results = [
      await post(0, { study_id: second.id }),
      await post(7, { study_id: second.id, user_id: 'user-43' }),
      await post(1, { study_id: second.id.toUpperCase(), user_id: 'user-44', idempotency_key: 'both' }),
      await post(0, { study_id: second.id, user_id: 'user-44', idempotency_key: 'both' }),
    ]

    expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false, false, false])
    expect((await answered()).map(([user]) => user)).toEqual(['user-42', 'user-43', 'user-44'])
  })

  it('is taken where the lists of the last day agree', async () => {
    await makeStudy(service, { question: 'First?' })
    await list()
    await makeStudy(service, { question: 'Second?' })
    await list()

    await post(0)
    await post(1)

    expect(await answered()).toEqual([
      ['user-42', 'First?'],
      ['user-42', 'Second?'],
    ])
  })

  it('is refused also when the older list is given again, and the newer is not forgotten', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    await list()
    await service.admin('PATCH', `/projects/${service.projectId}/studies/${first.id}`, { state: 'paused' })
    await list()
    await service.admin('PATCH', `/projects/${service.projectId}/studies/${first.id}`, { state: 'active' })
    await list()

    const result = await post(0)
    await post(1) // only the older list has a study there

    expect(refusal(result)).toEqual(disagreeing(0))
    expect(await answered()).toEqual([['user-42', 'Second?']])
  })

  it('means the newest list again once the other was last given more than a day ago', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    await list()
    service.clock.now = new Date(NOW.getTime() + 20 * HOUR)
    await list() // the same again: it counts from now
    await end(first)
    await list()
    service.clock.now = new Date(NOW.getTime() + 40 * HOUR)
    const early = await post(0)
    service.clock.now = new Date(NOW.getTime() + 46 * HOUR)

    await post(0)

    expect(refusal(early)).toEqual(disagreeing(0))
    expect(await answered()).toEqual([['user-42', 'Second?']])
  })

  it('keeps lists that differ, one row each, and writes none for a list that is repeated', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await list()
    await list()
    await end(first)
    await list()

    expect(await service.count('study_list')).toBe(2)
  })

  it('means the list that another process gave', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    await list('user-42', service)
    await end(first)

    await post(1, {}, other)

    expect(await answered()).toEqual([['user-42', 'Second?']])
  })

  it('is refused where the lists that two processes gave disagree', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    await list('user-42', other)
    await end(first)
    await list('user-42', service)

    const result = await post(0, {}, other)

    expect(refusal(result)).toEqual(disagreeing(0))
    expect(await answered()).toEqual([])
  })

  it.each([1, 7, 2 ** 53 - 1])('%d, beyond the list, is an error that says to list again', async (index) => {
    await makeStudy(service)
    await list()

    const result = await post(index)

    expect(refusal(result)).toEqual(toListAgain(index))
    expect(await answered()).toEqual([])
  })

  it('without any list is an error that says to list, also when a study is open', async () => {
    await makeStudy(service)

    const result = await post(0)

    expect(refusal(result)).toEqual(toListAgain(0))
    expect(await answered()).toEqual([])
  })

  it('never means the list of another user', async () => {
    await makeStudy(service)
    await list('user-1')

    const result = await post(0, { user_id: 'user-2' })

    expect(refusal(result)).toEqual(toListAgain(0))
    expect(await answered()).toEqual([])
  })

  it('never means the list of the same user in another project', async () => {
    await makeStudy(service)
    await list()
    const { id } = await createProject(service.deps, COMMAND_LINE, 'Other project', null)
    const { key } = await createKey(service.deps, COMMAND_LINE, id, { name: 'Other key' })
    const elsewhere = { key, mcpUrl: service.mcpUrl.replace(service.projectId, id) }

    const result = await post(0, {}, elsewhere)

    expect(refusal(result)).toEqual(toListAgain(0))
    expect(await answered()).toEqual([])
  })

  it('is not moved by a list over REST', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    await list()
    await end(first)
    const rest = await service.call('GET', '/research/studies/?user_id=user-42')

    await post(1)

    expect(rest.body.studies).toHaveLength(1)
    expect(await answered()).toEqual([['user-42', 'Second?']])
  })

  it('lands on the study that each user saw while studies begin and end and calls overlap', async () => {
    const users = Array.from({ length: 12 }, (_, index) => `user-${String(index).padStart(2, '0')}`)
    const first = await makeStudy(service, { question: 'First?' })
    await makeStudy(service, { question: 'Second?' })
    const saw = await Promise.all(users.map((user, index) => list(user, index % 2 ? service : other)))
    await end(first)
    await makeStudy(service, { question: 'Third?' })

    await Promise.all(users.map((user, index) => post(1, { user_id: user }, index % 2 ? other : service)))

    expect(await answered()).toEqual(users.map((user, index) => [user, saw[index]?.[1]]))
    expect(saw[0]?.[1]).toBe('Second?')
  })
})

describe('two conversations of one user, by a real client', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  beforeEach(() => forgetAll(service))

  it.each(CLIENTS)('$client: an answer lands on the study that its conversation saw', async ({ connect }) => {
    const headers = { Authorization: `Bearer ${service.key}` }
    const [morning, evening] = await Promise.all([
      connect(service.mcpUrl, headers),
      connect(service.mcpUrl, headers),
    ])
    const first = await makeStudy(service, { question: 'First?' })
    const second = await makeStudy(service, { question: 'Second?' })
    const saw = await morning.call('get_active_studies', { user_id: 'user-42' })
    await service.admin('PATCH', `/projects/${service.projectId}/studies/${first.id}`, { state: 'paused' })
    await evening.call('get_active_studies', { user_id: 'user-42' })

    const byIndex = await evening.call('post_research_answer', answer({ study_index: 0 }))
    const stored = await service.count('answer')
    const { id: study_id } = saw.structuredContent.studies[1]
    const byId = await morning.call('post_research_answer', answer({ study_id }))
    await Promise.all([morning.close(), evening.close()])

    expect(refusal(byIndex)).toMatchObject([{ type: 'study_index' }])
    expect(stored).toBe(0)
    expect(byId.isError ?? false).toBe(false)
    const { rows } = await service.db.query('SELECT study_id FROM answer')
    expect(rows).toEqual([{ study_id: second.id }])
  })
})
