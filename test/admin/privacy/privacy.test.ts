// What a project does not keep: redacted on every way in, deleted in time, and never shown.
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import { applyRetention } from '../../../src/domain/privacy/apply-retention.ts'
import { expectAllDigested, expectCountersToAddUp } from '../../digest/counters.ts'
import { act, digestAll, get, inNewProjects, post } from '../../digest/digesting.ts'
import { CHARGED, EXPORT, PASSWORD } from '../../digest/matters.ts'
import { callTool } from '../../mcp/endpoint.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  answer,
  batch,
  makeStudy,
  send,
  startApp,
  type TestService,
} from '../../service.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

const SECRET_TITLE = 'Mail ada@example.com about CUST-123456'
const SECRET_TEXT = 'Card 4111 1111 1111 1111, called from +49 171 1234567, IBAN DE89 3704 0044 0532 0130 00.'
const KEPT_TITLE = 'Mail [email] about [customer]'
const KEPT_TEXT = 'Card [card], called from [phone], IBAN [iban].'
const SETTINGS = {
  redact: ['email', 'phone', 'card', 'iban', 'ip', 'secret'],
  patterns: [{ name: 'customer', pattern: 'CUST-\\d{6}' }],
  retention_days: null,
}
const SECRET_QUOTE = 'Write to bob@example.com.'
const said = { observations: [{ title: SECRET_TITLE, description: SECRET_TEXT, quote: SECRET_QUOTE }] }

describe('privacy', () => {
  it('is off by default: what is sent is stored', async () => {
    const { body } = await service.call('POST', '/observations/', batch(said))

    expect(body.results[0]).toMatchObject({ title: SECRET_TITLE, description: SECRET_TEXT })
    expect(await get(service, '/privacy')).toEqual({
      redact: [],
      patterns: [],
      retention_days: null,
      redacted: [],
    })
    expect((await service.call('GET', '/service-guidelines/')).body.observations).not.toContain('[email]')
  })

  it('leaves no half of a character: what is answered is what is stored, and files are taken in', async () => {
    await act(service, 'PUT', '/privacy', { patterns: [{ name: 'own', pattern: 'a.' }] })
    const title = 'xa😀y'

    const { body } = await service.call(
      'POST',
      '/observations/',
      batch({ observations: [{ title, description: 'd' }] }),
    )
    const file = JSON.stringify({ user_id: 'u', title })
    const sent = await send(`${service.url}/api/projects/${service.projectId}/imports`, 'POST', file, {
      Authorization: `Bearer ${ADMIN_TOKEN}`,
      'Content-Type': 'application/x-ndjson',
    })

    const [{ id, title: answered }] = body.results
    expect([answered, (await get(service, `/observations/${id}`)).title]).toEqual(['x[own]y', 'x[own]y'])
    expect(sent.status).toBe(202)
  })

  it('redacts observations and answers over REST and MCP, on every process from the answer on, and shows how much', async () => {
    const other = await startApp(service.db)
    const project = { mcpUrl: `${other.url}/mcp/v1/project/${service.projectId}/`, key: service.key }
    const study = await makeStudy(service)
    const tell = (user_id: string) => answer({ user_id, answer: SECRET_TEXT })
    await callTool(project, 'post_observations', batch()) // the other process has read the settings before

    const changed = await act(service, 'PUT', '/privacy', SETTINGS)
    const key = { 'Idempotency-Key': 'once' }
    const rest = await service.call('POST', '/observations/', batch(said), key)
    const again = await service.call('POST', '/observations/', batch(said), key)
    const mcp = await callTool(project, 'post_observations', batch(said))
    await service.call('POST', `/research/studies/${study.id}/answers/`, tell('one'))
    await callTool(project, 'post_research_answer', { study_id: study.id, ...tell('two') })

    expect([changed.status, changed.body]).toEqual([200, { ...SETTINGS, redacted: [] }])
    const kept = { title: KEPT_TITLE, description: KEPT_TEXT }
    expect([rest.body.results[0], mcp.structuredContent.results[0]]).toMatchObject([kept, kept])
    expect(again.body).toEqual(rest.body)
    const { quote } = await get(service, `/observations/${rest.body.results[0].id}`)
    expect(quote).toBe('Write to [email].')
    const { items } = await get(service, `/studies/${study.id}/answers`)
    expect(items).toMatchObject([{ answer: KEPT_TEXT }, { answer: KEPT_TEXT }])
    const { redacted } = await get(service, '/privacy')
    expect(Object.fromEntries(redacted.map(({ kind, count }) => [kind, count]))).toEqual({
      email: 4,
      customer: 2,
      card: 4,
      phone: 4,
      iban: 4,
    })
    await digestAll(service, engine)
    for (const value of ['ada@example', 'bob@example', '4111', '1234567', 'DE89', '123456'])
      expect(await tracesOf(value)).toEqual([])
  })

  it('tells agents what is replaced, and the audit log what was decided', async () => {
    await act(service, 'PUT', '/privacy', SETTINGS)

    const { body } = await service.call('GET', '/service-guidelines/')

    expect(body.observations).toMatch(
      /## What is replaced before it is stored[\s\S]+`\[email\]`[\s\S]+`\[customer\]`/,
    )
    const [entry] = (await get(service, '/audit')).items
    expect(entry).toMatchObject({
      action: 'privacy.changed',
      facts: { redact: SETTINGS.redact, patterns: ['customer'], retention_days: null },
    })
  })

  it.each([
    [{ redact: ['name'] }, ['body', 'redact', 0]],
    [{ patterns: [{ name: 'x', pattern: '(a' }] }, ['body', 'patterns', 0, 'pattern']],
    [{ patterns: [{ name: 'x', pattern: '[ab]*a[ab]{60}c' }] }, ['body', 'patterns', 0, 'pattern']],
    [{ patterns: [{ name: 'a]b', pattern: 'a' }] }, ['body', 'patterns', 0, 'name']],
    [{ patterns: [{ name: 'Email', pattern: 'a' }] }, ['body', 'patterns', 0, 'name']],
    [{ retention_days: 0 }, ['body', 'retention_days']],
  ])('refuses %j, and says where', async (settings, loc) => {
    const { status, body } = await act(service, 'PUT', '/privacy', settings)

    expect(status).toBe(400)
    expect(body.detail.map((violation: { loc: unknown }) => violation.loc)).toContainEqual(loc)
  })

  it('can be tried first', async () => {
    const { redact, patterns } = SETTINGS

    const { body } = await act(service, 'POST', '/privacy/test', { text: SECRET_TITLE, redact, patterns })

    expect(body).toEqual({ text: KEPT_TITLE })
  })

  it('deletes what is older than it may be, and leaves every counter as a recount has it', async () => {
    const at = (days: number) => new Date(service.clock.now.getTime() - days * 86_400_000).toISOString()
    await post(service, EXPORT, { user_id: 'old', observed_at: at(40) })
    await post(service, [...CHARGED, ...EXPORT], { user_id: 'new', observed_at: at(20) })
    const today = new Date(service.clock.now)
    service.clock.now = new Date(at(40))
    await post(service, PASSWORD, { user_id: 'stored long ago', observed_at: at(-60) })
    const study = await makeStudy(service)
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer({ user_id: 'old' }))
    service.clock.now = today
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer({ user_id: 'new' }))
    await digestAll(service, engine)
    await act(service, 'PUT', '/privacy', { retention_days: 30 })

    const deleted = await applyRetention(service.deps, () => false)
    const again = await applyRetention(service.deps, () => false)
    await digestAll(service, engine)

    expect([deleted, again]).toEqual([EXPORT.length + PASSWORD.length + 2, 0])
    for (const gone of ['"old"', 'stored long ago']) expect(await tracesOf(gone)).toEqual([])
    const counts = { answer_count: 1, shown_count: 1 }
    expect(await get(service, `/studies/${study.id}`)).toMatchObject(counts)
    await expectCountersToAddUp(service.db, service.projectId)
    await expectAllDigested(service.db, service.projectId)
  })

  it('deletes in time also where another project cannot be cleared, and says so', async () => {
    const other = await anotherProject(service) // its id is greater, so its turn is later
    for (const { projectId, call } of [service, other]) {
      await service.admin('PUT', `/projects/${projectId}/privacy`, { retention_days: 1 })
      await call('POST', '/observations/', batch({ observed_at: '2020-01-01T00:00:00Z' }))
    }
    await service.db.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON observation FOR EACH ROW
        WHEN (OLD.project_id = '${service.projectId}') EXECUTE FUNCTION refuse()`)

    await expect(applyRetention(service.deps, () => false)).rejects.toThrow('not now')

    await service.db.query('DROP TRIGGER refuse ON observation')
    const projects = [[service.projectId, other.projectId]]
    const { rows } = await service.db.query(
      'SELECT project_id FROM observation WHERE project_id = ANY($1)',
      projects,
    )
    expect(rows).toEqual([{ project_id: service.projectId }])
  })
})

/** Tables of this project in whose rows the text is found, however it is kept there. */
async function tracesOf(text: string): Promise<string[]> {
  const { rows: tables } = await service.db.query(
    "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'project_id'",
  )
  const found: string[] = []
  for (const { table_name } of tables) {
    const { rows } = await service.db.query(
      `SELECT row_to_json(kept)::text AS row FROM ${table_name} AS kept WHERE project_id = $1`,
      [service.projectId],
    )
    if (rows.some(({ row }) => asText(row).includes(text))) found.push(table_name)
  }
  return found
}

/** Bytes as the characters that they are, and without ids: written in hexadecimal digits, both hold any short number by chance. */
const asText = (row: string): string =>
  row
    .replaceAll(/\\\\x([0-9a-f]*)/g, (_, digits) => Buffer.from(digits, 'hex').toString('latin1'))
    .replaceAll(/"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '""')
