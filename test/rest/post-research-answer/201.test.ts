import { beforeEach, describe, expect, it } from 'vitest'
import { answer, type Loose, makeStudy, startService, type TestService } from '../../service.ts'
import { FAITHFUL_TEXTS, JSON_CONTENT_TYPES, UUID_V7 } from '../hard-cases.ts'

/** Everything but what is derived from them. */
const COLUMNS = 'project_id, study_id, id, user_id, interaction_id, source, answer, posted_at'

describe('POST answer, 201', () => {
  let service: TestService
  let study: Loose
  beforeEach(async () => {
    service ??= await startService()
    study = await makeStudy(service)
  })
  const post = (body: unknown, headers = {}) =>
    service.call('POST', `/research/studies/${study.id}/answers/`, body, headers)
  const stored = async () =>
    (await service.db.query(`SELECT ${COLUMNS} FROM answer WHERE study_id = $1`, [study.id])).rows

  it('answers id and time, stores the answer and counts it', async () => {
    const { status, body } = await post(answer())

    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.stringMatching(UUID_V7), posted_at: '2026-03-14T09:30:00.000Z' })
    expect(await stored()).toEqual([
      {
        project_id: service.projectId,
        study_id: study.id,
        id: body.id,
        source: 'rest',
        posted_at: new Date(body.posted_at),
        ...answer(),
      },
    ])
    const { rows } = await service.db.query('SELECT answer_count FROM study WHERE id = $1', [study.id])
    expect(rows).toEqual([{ answer_count: 1 }])
  })

  it.each(FAITHFUL_TEXTS)('stores exactly as sent: %s', async (_, text) => {
    const { status } = await post({ user_id: text, interaction_id: text, answer: text })

    expect(status).toBe(201)
    expect(await stored()).toMatchObject([{ user_id: text, interaction_id: text, answer: text }])
  })

  it('counts lengths in code points: every field may be full of emoji', async () => {
    const full = {
      user_id: '😀'.repeat(512),
      interaction_id: '🧵'.repeat(512),
      answer: '📝'.repeat(32_768),
    }

    const { status } = await post(full)

    expect(status).toBe(201)
    expect(await stored()).toMatchObject([full])
  })

  it('tells users apart by every character', async () => {
    const users = ['user', 'User', ' user', 'user ', 'us\u0065\u0301r', 'us\u00E9r']

    const answers = await Promise.all(users.map((user_id) => post(answer({ user_id }))))

    expect(answers.map(({ status }) => status)).toEqual(users.map(() => 201))
    expect(new Set((await stored()).map((row) => row.user_id))).toEqual(new Set(users))
  })

  it('lets one user answer several studies', async () => {
    const second = await makeStudy(service)
    await post(answer())

    const { status } = await service.call('POST', `/research/studies/${second.id}/answers/`, answer())

    expect(status).toBe(201)
    expect(await stored()).toHaveLength(1)
  })

  it('ignores properties that it does not know', async () => {
    const { status, body } = await post(answer({ study_index: 3, id: 'x', source: 'mcp', posted_at: 5 }))

    expect(status).toBe(201)
    expect(await stored()).toMatchObject([{ id: body.id, source: 'rest' }])
  })

  it.each(JSON_CONTENT_TYPES)('takes the content type %s', async (type) => {
    const { status } = await post(answer(), { 'Content-Type': type })

    expect(status).toBe(201)
    expect(await stored()).toHaveLength(1)
  })

  it('is served without the trailing slash too, and with the ids in capitals', async () => {
    const path = `/research/studies/${study.id.toUpperCase()}/answers`

    const { status } = await service.call('POST', path, answer())

    expect(status).toBe(201)
    expect(await stored()).toHaveLength(1)
  })

  it('takes answers from the moment a study starts to its last millisecond', async () => {
    const dates = { starts_at: '2026-05-01T00:00:00Z', ends_at: '2026-05-01T01:00:00Z' }
    study = await makeStudy(service, dates)
    service.clock.now = new Date(dates.starts_at)
    await post(answer({ user_id: 'first' }))
    service.clock.now = new Date(Date.parse(dates.ends_at) - 1)

    const { status, body } = await post(answer({ user_id: 'last' }))

    expect(status).toBe(201)
    expect(body.posted_at).toBe('2026-05-01T00:59:59.999Z')
    expect((await stored()).map((row) => row.user_id).sort()).toEqual(['first', 'last'])
  })
})
