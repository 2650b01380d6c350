// docs/run/monitor.md, the alert rules and /metrics say the same: a metric that is added is explained, and one that is gone is not.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it, vi } from 'vitest'
import { countDigestFault } from '../../src/db/digest/fault-counts.ts'
import { getBacklog } from '../../src/domain/digest/manage-digest.ts'
import { createMetrics } from '../../src/http/metrics/metrics.ts'
import { forgetExpired } from '../../src/worker/housekeeping.ts'
import { send, startService } from '../service.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/run/monitor.md')
const rules = read('deploy/alerts.yml')
const runbooks = read('docs/run/fix.md')

const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
const METRIC = /\b(?:fieldnote|nodejs|process)_[a-z0-9_]+/g

/** As Prometheus knows it: of a histogram there are three series. */
const baseOf = (name: string) => name.replace(/(duration_seconds)_(bucket|count|sum)$/, '$1')

let exposed: string[]
beforeAll(async () => {
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 }
  const backlog = { pending: 0, failed: 0, lag_seconds: 0, oldest_seconds: 0 }
  const metrics = createMetrics(pool, { readBacklog: async () => backlog, readFaults: async () => 0 })
  metrics.watchIngest(pool, () => ({ waiting: 0, underWay: 0 }))
  metrics.watchWaiting(() => 0)
  metrics.watchBackups(async () => 1, 24)
  const { text } = await metrics.render()
  exposed = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string)
})

it('explains every metric, and none that is not there', () => {
  const explained = [...page.matchAll(/`((?:fieldnote|nodejs|process)_[a-z0-9_]+)`/g)].map(([, name]) => name)

  expect(new Set(explained)).toEqual(new Set(exposed))
})

it('has an alert for every metric of our own, on metrics that are there', () => {
  const used = new Set([...rules.matchAll(METRIC)].map(([name]) => baseOf(name)))

  expect(exposed.filter((name) => name.startsWith('fieldnote_') && !used.has(name))).toEqual([])
  expect([...used].filter((name) => !exposed.includes(name))).toEqual([])
})

it('names the same alerts on the page and in the rules', () => {
  const onPage = new Set([...page.matchAll(/`(Fieldnote\w+)`/g)].map(([, name]) => name))

  expect(alerts.filter((name) => name !== 'FieldnoteDown' && !onPage.has(name))).toEqual([])
  expect([...onPage].filter((name) => !alerts.includes(name))).toEqual([])
})

it('lists with each metric the alerts whose rule goes by it', () => {
  const ruleOf = new Map(rules.split('- alert: ').map((rule) => [/^\w+/.exec(rule)?.[0], rule]))
  const rows = page.split('\n').filter((line) => line.startsWith('| `') && !line.includes('| none'))

  const claims = rows.flatMap((row) =>
    [...row.matchAll(/`(Fieldnote\w+)`/g)].map(([, name]) => ({ name, metrics: row.match(METRIC) ?? [] })),
  )
  const untrue = claims.filter(
    ({ name, metrics }) => !metrics.some((metric) => ruleOf.get(name)?.includes(metric)),
  )

  expect(untrue.map(({ name, metrics }) => `${name}: ${metrics[0]}`)).toEqual([])
})

it('leads from each alert to the runbook that says how it shows', () => {
  const sections = runbooks.split(/^## /m).map((text) => {
    const [title = ''] = text.split('\n')
    return [title.toLowerCase().replaceAll(' ', '-'), text] as const
  })
  const runbookOf = new Map(sections)
  const leads = rules.split('- alert: ').slice(1)

  const astray = leads.filter((rule) => {
    const [, name] = /^(\w+)/.exec(rule) ?? []
    const [, anchor = ''] = /runbook: 'docs\/run\/fix\.md#([^']+)'/.exec(rule) ?? []
    return !runbookOf.get(anchor)?.includes(`\`${name}\``)
  })

  expect(astray).toEqual([])
  expect(sections.length).toBeGreaterThan(10)
})

it('tells which chores fail, and each is done by itself, however much there is of it to do', async () => {
  const { deps, db, projectId } = await startService()
  const metrics = createMetrics(db, { readBacklog: () => getBacklog(db), readFaults: async () => 0 })
  await db.query(
    `INSERT INTO idempotency_key (project_id, key, fingerprint, created_at)
     SELECT $1, n::text, '', '2026-01-01' FROM generate_series(1, 2500) n`,
    [projectId],
  )
  await db.query('ALTER TABLE tag_trial RENAME TO nothing_of_the_kind')
  const query = vi.spyOn(db, 'query')

  await forgetExpired(deps, (chore, fault) => metrics.choreDone(chore, fault === undefined))

  const { text } = await metrics.render()
  expect(text.match(/fieldnote_chore_failing\{.*\} 1/g)).toEqual([
    'fieldnote_chore_failing{chore="tag_tests"} 1',
  ])
  expect(text).toContain('fieldnote_chore_failing{chore="audit_moves"} 0')
  expect((await db.query('SELECT FROM idempotency_key')).rowCount).toBe(0)
  const deletes = query.mock.calls.filter(([sql]) => String(sql).startsWith('DELETE FROM idempotency_key'))
  expect(deletes).toHaveLength(4) // of 1000, 1000, 500 and none
  query.mockRestore()
})

it('tells of faults of the digest that other processes had', async () => {
  const service = await startService()
  await countDigestFault(service.db)
  await countDigestFault(service.db)

  const { body } = await send(`${service.url}/metrics`, 'GET')

  expect(body).toContain('\nfieldnote_digest_faults_total 2\n')
})
