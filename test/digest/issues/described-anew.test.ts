// After a person changed which observations an issue has, everything that is said of it is right again with the digest's
// next step, for both issues, without waiting for an arrival.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import { digestOnce } from '../../../src/worker/digest-worker.ts'
import type { Loose, TestService } from '../../service.ts'
import { act, digestAll, get, inNewProjects, issueOf, postEach } from '../digesting.ts'
import { EXPORT, PASSWORD, VARIOUS } from '../matters.ts'

let engine: Engine
let service: TestService
let exports: string[]
let passwords: string[]
let printing: string
inNewProjects((made) => {
  ;({ engine, service } = made)
})
const EARLIER = { observed_at: '2026-03-01T08:00:00Z' }
beforeEach(async () => {
  ;[, printing] = (await postEach(service, VARIOUS, EARLIER)) as [string, string]
  exports = await postEach(service, EXPORT, EARLIER)
  passwords = await postEach(service, PASSWORD, { user_sentiment: 'very negative', ...EARLIER })
  await digestAll(service, engine)
})

/** A single step of the worker. */
const step = () => digestOnce(service.deps, engine)
const read = (id: string) => get(service, `/issues/${id}`)
const titlesOf = (said: { title: string }[]) => said.map(({ title }) => title)
const quoted = ({ quotes }: Loose) => quotes.map(({ observation_id }: Loose) => observation_id)

/** A small issue that a larger one is merged into. */
async function merged() {
  const into = await issueOf(service, printing)
  const from = await issueOf(service, passwords[0] as string)
  await act(service, 'POST', `/issues/${from.id}/merge`, { into: into.id })
  return { into, from }
}

describe('a merge', () => {
  it('gives title, summary and quotes of all that are in it now', async () => {
    const { into } = await merged()

    await step()

    const issue = await read(into.id)
    expect(titlesOf(PASSWORD)).toContain(issue.title)
    expect(issue.summary).toMatch(/password/i)
    expect(issue.summary).toMatch(/Reported by 4 users on March 1\.$/)
    expect(quoted(issue).some((id: string) => passwords.includes(id))).toBe(true)
  })

  it('gives its severity, and its undoing gives that back', async () => {
    const { into, from } = await merged()
    await step()
    const issue = await read(into.id)

    await act(service, 'POST', `/issues/${from.id}/unmerge`)
    await step()

    expect(into.severity_reasons).not.toContain('users are blocked')
    expect(issue.severity_reasons).toContain('users are blocked')
    const { severity, severity_reasons, title, summary } = into
    expect(await read(into.id)).toMatchObject({ severity, severity_reasons, title, summary })
    expect(titlesOf(PASSWORD)).toContain((await read(from.id)).title)
  })

  it('leaves neither of the two among its neighbors, nor the one that is gone among those of others', async () => {
    const { into, from } = await merged()
    const other = await issueOf(service, exports[0] as string)
    await service.db.query('UPDATE issue SET neighbours = $2 WHERE id = $1', [
      other.id,
      JSON.stringify([
        { issue_id: from.id, score: 0.7 },
        { issue_id: into.id, score: 0.2 },
      ]),
    ])

    await step()

    const near = (await read(into.id)).similar.map(({ issue_id }: Loose) => issue_id)
    expect(near).not.toContain(from.id)
    expect(near).not.toContain(into.id)
    const { similar } = await read(other.id)
    expect(similar).toEqual([
      {
        issue_id: into.id,
        number: into.number,
        title: expect.any(String),
        kind: 'problem',
        status: 'open',
        observation_count: 4,
        user_count: 4,
        score: 0.7,
      },
    ])
  })
})

describe('a split', () => {
  it('gives both issues titles, summaries and quotes of what is left in each', async () => {
    const whole = await issueOf(service, exports[0] as string)
    const named = EXPORT.findIndex(({ title }) => title === whole.title)
    const out = [exports[named] as string, exports[(named + 1) % 4] as string]

    const { body } = await act(service, 'POST', `/issues/${whole.id}/split`, { observation_ids: out })
    await step()

    for (const [issue, own] of [
      [await read(whole.id), exports.filter((id) => !out.includes(id))],
      [await read(body.id), out],
    ] as [Loose, string[]][]) {
      expect(titlesOf(own.map((id) => EXPORT[exports.indexOf(id)] as never))).toContain(issue.title)
      expect(new Set(quoted(issue))).toEqual(new Set(own))
      expect(issue.summary).toMatch(/Reported by 2 users on March 1\.$/)
      expect(issue.severity).not.toBeNull()
      expect(issue.similar).not.toEqual([])
    }
  })
})

describe('a moved observation', () => {
  it('is quoted where it is, and no longer where it was', async () => {
    const [moved] = exports as [string]
    const was = await issueOf(service, moved)
    const into = await issueOf(service, printing)

    await act(service, 'POST', `/observations/${moved}/move`, { issue_id: into.id })
    await step()

    expect(quoted(await read(was.id))).not.toContain(moved)
    expect((await read(was.id)).title).not.toBe(EXPORT[0]?.title)
    expect(quoted(await read(into.id))).toContain(moved)
  })
})

describe('a regression', () => {
  const NOW = '2026-03-14T09:30:00.000Z'
  const LATER = { observed_at: '2026-03-15T08:00:00Z' }
  const resolve = (id: string) => act(service, 'PATCH', `/issues/${id}`, { status: 'resolved' })
  const actionsOn = async (id: string) =>
    (await get(service, `/audit?subject=${id}`)).items.map(({ action }) => action)

  it('is made by a merge of what was observed since, and taken back with it', async () => {
    const fixed = await issueOf(service, exports[0] as string)
    await resolve(fixed.id)
    const [later] = await postEach(service, [VARIOUS[6] as never], { ...LATER, user_id: 'late' })
    await digestAll(service, engine)
    const { body: alone } = await act(service, 'POST', `/observations/${later}/move`, { issue_id: null })

    const { body: back } = await act(service, 'POST', `/issues/${alone.issue?.id}/merge`, { into: fixed.id })
    await act(service, 'POST', `/issues/${alone.issue?.id}/unmerge`)

    expect(back).toMatchObject({ status: 'open', regressed_at: NOW })
    expect(await read(fixed.id)).toMatchObject({ status: 'resolved', regressed_at: null })
    expect(await actionsOn(fixed.id)).toEqual(
      expect.arrayContaining(['issue.regressed', 'issue.regression_taken_back']),
    )
  })

  it('is no more when what made it one is moved or split away', async () => {
    const fixed = await issueOf(service, exports[0] as string)
    await resolve(fixed.id)
    const [later] = await postEach(service, EXPORT.slice(0, 1), LATER)
    await digestAll(service, engine)
    const regressed = await read(fixed.id)

    await act(service, 'POST', `/issues/${fixed.id}/split`, { observation_ids: [later] })

    expect(regressed).toMatchObject({ status: 'open', regressed_at: NOW, observation_count: 5 })
    expect(await read(fixed.id)).toMatchObject({ status: 'resolved', regressed_at: null })
    await act(service, 'POST', `/observations/${later}/move`, { issue_id: fixed.id })
    expect(await read(fixed.id)).toMatchObject({ status: 'open', regressed_at: NOW })
  })

  it('is not made by a row that was imported without a date, and does not outlast all others', async () => {
    const fixed = await issueOf(service, exports[0] as string)
    await resolve(fixed.id)
    const [undated] = await postEach(service, [VARIOUS[6] as never], { user_id: 'imported' })
    await service.db.query("UPDATE observation SET source = 'import' WHERE project_id = $1 AND id = $2", [
      service.projectId,
      undated,
    ])
    const [later] = await postEach(service, EXPORT.slice(0, 1), LATER)
    await digestAll(service, engine)
    await act(service, 'POST', `/observations/${later}/move`, { issue_id: null })

    await act(service, 'POST', `/observations/${undated}/move`, { issue_id: fixed.id })
    const afterUndated = await read(fixed.id)
    await act(service, 'POST', `/observations/${later}/move`, { issue_id: fixed.id })
    const afterBoth = await read(fixed.id)
    await act(service, 'POST', `/observations/${later}/move`, { issue_id: null })

    expect(afterUndated).toMatchObject({ status: 'resolved', regressed_at: null })
    expect(afterBoth).toMatchObject({ status: 'open', regressed_at: NOW })
    expect(await read(fixed.id)).toMatchObject({ status: 'resolved', regressed_at: null })
  })

  it('of which nobody knows when it was resolved stays: older releases did not keep that', async () => {
    const [moved] = exports as [string]
    const { id } = await issueOf(service, moved)
    await service.db.query(
      `UPDATE issue SET status = 'open', regressed_at = $3, resolved_at = NULL WHERE project_id = $1 AND id = $2`,
      [service.projectId, id, NOW],
    )

    await act(service, 'POST', `/observations/${moved}/move`, { issue_id: null })

    expect(await read(id)).toMatchObject({ status: 'open', regressed_at: NOW })
  })

  it('that the team has taken up keeps its status', async () => {
    const fixed = await issueOf(service, exports[0] as string)
    await resolve(fixed.id)
    const [later] = await postEach(service, EXPORT.slice(0, 1), LATER)
    await digestAll(service, engine)
    await act(service, 'PATCH', `/issues/${fixed.id}`, { status: 'planned' })

    await act(service, 'POST', `/observations/${later}/move`, { issue_id: null })

    expect(await read(fixed.id)).toMatchObject({ status: 'planned', regressed_at: null })
  })
})
