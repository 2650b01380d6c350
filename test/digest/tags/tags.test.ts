// Tags: how observations get them, passes over what is already there, and finding by them.
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import { digestOnce } from '../../../src/worker/digest-worker.ts'
import type { TestService } from '../../service.ts'
import { expectCountersToAddUp } from '../counters.ts'
import { act, digestAll, get, inNewProjects, post, postEach } from '../digesting.ts'
import { CHARGED, DARK, EXPORT, manyOf, PRAISE, type Said, VARIOUS } from '../matters.ts'
import { labelsOf, makeTag, note } from './tagging.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

describe('keywords', () => {
  it.each([
    ['any form', 'export', 'Exporting takes long', true],
    ['any case', 'csv', 'My CSV is empty', true],
    ['any accent', 'cafe', 'The Café page is empty', true],
    ['a phrase in order', 'credit card', 'Two credit cards were refused', true],
    ['a phrase out of order', 'credit card', 'The card gives me credit', false],
    ['part of a word', 'port', 'Export is slow', false],
    ['Cyrillic', 'экспорт', 'Экспорт не работает', true],
    ['Japanese', 'ログイン', 'パスワードを入れてもログインできません', true],
    ['signs alone', 'c++', 'C++ plugin is missing', true],
  ])('match %s', async (_, keyword, title, matches) => {
    await makeTag(service, 'known', { keywords: [keyword], threshold: 1 })
    const [id] = await post(service, [note(title)])

    await digestAll(service, engine)

    expect(await labelsOf(service, id as string)).toEqual(matches ? ['known'] : [])
  })

  it('give way to an excluded phrase', async () => {
    await makeTag(service, 'export', { keywords: ['export'], exclude: ['exports of goods'] })
    const ids = await post(service, [note('Export is slow'), note('Our export of goods fell')])

    await digestAll(service, engine)

    expect(await Promise.all(ids.map((id) => labelsOf(service, id)))).toEqual([['export'], []])
  })
})

describe('meaning', () => {
  it('matches what no keyword names', async () => {
    await makeTag(service, 'Billing', {
      description: 'Charges, invoices, refunds and payments',
      examples: CHARGED.slice(0, 2).map(({ description }) => description),
    })
    await postEach(service, VARIOUS)
    await digestAll(service, engine)
    const [billed] = await postEach(service, CHARGED.slice(2))
    const [calendar] = await postEach(service, PRAISE)

    await digestAll(service, engine)

    expect(await labelsOf(service, billed as string)).toEqual(['Billing'])
    expect(await labelsOf(service, calendar as string)).toEqual([])
  })

  it('must be as close as the threshold says', async () => {
    const examples = CHARGED.slice(0, 2).map(({ description }) => description)
    await makeTag(service, 'never', { examples, threshold: 1 })
    await makeTag(service, 'always', { examples, threshold: 0 })
    const ids = await postEach(service, [CHARGED[2] as Said, VARIOUS[0] as Said])

    await digestAll(service, engine)

    expect(await Promise.all(ids.map((id) => labelsOf(service, id)))).toEqual([['always'], ['always']])
  })
})

describe('a pass over what is already there', () => {
  it('runs in the background, and says how far it is', async () => {
    for (let turn = 0; turn < 3; turn++) await post(service, manyOf(50), { user_id: `user-${turn}` })
    await digestAll(service, engine)
    const tag = await makeTag(service, 'export', { keywords: ['export'] })
    expect((await act(service, 'GET', `/tags/${tag}/rematch`)).status).toBe(409)

    const { status, body } = await act(service, 'POST', `/tags/${tag}/rematch`)

    expect(status).toBe(202)
    expect(body).toMatchObject({ total: 150, done: 0, matched: 0, finished_at: null })
    await digestOnce(service.deps, engine)
    expect(await get(service, `/tags/${tag}/rematch`)).toMatchObject({ done: 125, finished_at: null })
    await digestAll(service, engine)
    const end = await get(service, `/tags/${tag}/rematch`)
    expect(end).toMatchObject({ done: 150, finished_at: expect.any(String) })
    const { rows } = await service.db.query(
      'SELECT count(*)::int AS n FROM observation_tag WHERE tag_id = $1',
      [tag],
    )
    expect(rows[0].n).toBe(end.matched)
    expect(end.matched).toBeGreaterThanOrEqual(12)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('follows a tag that changed: what no longer matches loses it', async () => {
    const tag = await makeTag(service, 'topic', { keywords: ['export'], threshold: 1 })
    const ids = await postEach(service, [EXPORT[0] as Said, DARK[0] as Said])
    await digestAll(service, engine)

    await act(service, 'PATCH', `/tags/${tag}`, { config: { keywords: ['dark mode'], threshold: 1 } })
    await act(service, 'POST', `/tags/${tag}/rematch`)
    await digestAll(service, engine)

    expect(await Promise.all(ids.map((id) => labelsOf(service, id)))).toEqual([[], ['topic']])
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('ends with its tag', async () => {
    await post(service, EXPORT)
    const tag = await makeTag(service, 'export', { keywords: ['export'] })
    await digestAll(service, engine)
    await act(service, 'POST', `/tags/${tag}/rematch`)

    const { status } = await act(service, 'DELETE', `/tags/${tag}`)

    expect(status).toBe(204)
    expect(await digestOnce(service.deps, engine)).toBe(false)
    await expectCountersToAddUp(service.db, service.projectId)
  })
})

describe('a tag', () => {
  it('selects observations and issues', async () => {
    const tag = await makeTag(service, 'export', { keywords: ['export'], threshold: 1 })
    const ids = await postEach(service, EXPORT)
    await postEach(service, VARIOUS)
    await digestAll(service, engine)

    const observations = await get(service, `/observations?tag=${tag}`)
    const issues = await get(service, `/issues?tag=${tag}`)

    expect(observations.items.map(({ id }) => id)).toEqual([...ids].reverse())
    expect(issues.items).toHaveLength(1)
    const issue = await get(service, `/issues/${issues.items[0]?.id}`)
    expect(issue.tags).toEqual([{ id: tag, label: 'export', color: null, observation_count: EXPORT.length }])
    const nobody = await get(service, `/observations?tag=${issue.id}`)
    expect(nobody.items).toEqual([])
  })
})
