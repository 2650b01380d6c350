// Observations: filters that an address keeps, search, one of them in full, and exactly what is filtered as a file.
import type { Page } from 'playwright-core'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { act, digestAll, get, issueOf, post, postEach, startEngine } from '../../digest/digesting.ts'
import { EXPORT, PASSWORD, PRAISE, VARIOUS } from '../../digest/matters.ts'
import { connectV1 } from '../../mcp/clients.ts'
import { answer, batch, type Loose, makeStudy } from '../../service.ts'
import { focusedText, followTo, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'
import { breakOnce, expectAddress, expectRows, exportedIds, idsOf, rowsOf, titlesOf } from '../lists.ts'

const LIST = 'Observations'
const DAY = 86_400_000
const BY_MCP = { title: 'Asked for an invoice in French', description: 'Twice in one chat.' }

let service: Console
let page: Page
let complaints: string[]
let tagId: string
let exports: string[]
let exporting: Loose
let passwords: Loose

beforeAll(async () => {
  service = await openEmptyConsole()
  const ago = (days: number) => ({ observed_at: new Date(Date.now() - days * DAY - 60_000).toISOString() })
  for (const [label, keyword] of [
    ['Exports', 'export'],
    ['Spreadsheets', 'spreadsheet'],
  ])
    await act(service, 'POST', '/tags', { label, config: { keywords: [keyword], threshold: 1 } })
  await postEach(service, PRAISE, { user_sentiment: 'very positive', ...ago(40) })
  await postEach(service, VARIOUS, { user_sentiment: 'neutral', ...ago(3) })
  const resets = await postEach(service, PASSWORD, { user_sentiment: 'very negative', ...ago(1) })
  exports = await post(service, EXPORT, { user_id: 'ann', interaction_id: 'chat-1', ...ago(0) })
  const study = await makeStudy(service)
  await service.call(
    'POST',
    `/research/studies/${study.id}/answers/`,
    answer({ user_id: 'ann', interaction_id: 'chat-1' }),
  )
  const agent = await connectV1(service.mcpUrl, { Authorization: `ApiKey ${service.key}` })
  await agent.call('post_observations', batch({ user_id: 'bob', observations: [BY_MCP] }))
  await agent.close()
  await digestAll(service, startEngine())
  tagId = (await get(service, '/tags')).items.find(({ label }) => label === 'Exports')?.id ?? ''
  exporting = await issueOf(service, exports[0] as string)
  passwords = await issueOf(service, resets[0] as string)
  ;({ page, complaints } = await service.open('/observations'))
  await page.clock.setFixedTime(service.clock.now) // also past midnight: its calendar shows the month of today
})

const goTo = (filters = '') => followTo(page, `/p/${service.projectId}/observations${filters}`)
const listed = async (query: object) =>
  (await get(service, `/observations?${new URLSearchParams({ ...query })}`)).items
const button = (name: string) => page.getByRole('button', { name, exact: true })
const midnight = (day: Date, plusDays: number) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + plusDays).toISOString()
const isoDay = (day: Date) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

const setMore = async (field: string, value: string) => {
  await button('More').click()
  await page.getByLabel(field).fill(value)
  await button('Apply').click()
}

type Filter = {
  name: string
  set(): Promise<void>
  address(): Record<string, string>
  query?(): Record<string, string>
}

const today = () => service.clock.now
const FILTERS: Filter[] = [
  {
    name: 'several sentiments',
    async set() {
      await button('Sentiment').click()
      for (const name of ['very negative', 'very positive'])
        await page.getByRole('menuitemcheckbox', { name }).click()
    },
    address: () => ({ sentiment: 'very negative,very positive' }),
  },
  {
    name: 'a tag',
    async set() {
      await button('Tag').click()
      await page.getByRole('menuitemcheckbox', { name: 'Exports' }).click()
    },
    address: () => ({ tag: tagId }),
  },
  {
    name: 'a period that ends today',
    async set() {
      await button('Period').click()
      await button('Last 7 days').click()
    },
    address: () => ({ period: '7d' }),
    query: () => ({ from: midnight(today(), -6) }),
  },
  {
    name: 'days of the calendar',
    async set() {
      await button('Period').click()
      const day = today().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
      for (const _ of ['first', 'last']) await button(day).click()
    },
    address: () => ({ from: isoDay(today()), to: isoDay(today()) }),
    query: () => ({ from: midnight(today(), 0), to: midnight(today(), 1) }),
  },
  {
    name: 'words',
    set: () => page.getByLabel('Search observations').fill('"csv export" -warning'),
    address: () => ({ q: '"csv export" -warning' }),
  },
  {
    name: 'a user who is looked up',
    async set() {
      await button('More').click()
      await page.getByRole('combobox', { name: 'User ID' }).fill('an')
      await page.getByRole('option', { name: 'ann', exact: true }).click()
      await button('Apply').click()
    },
    address: () => ({ user_id: 'ann' }),
  },
  {
    name: 'a conversation',
    set: () => setMore('Conversation ID', 'chat-1'),
    address: () => ({ interaction_id: 'chat-1' }),
  },
  {
    name: 'a source',
    async set() {
      await button('More').click()
      await page.getByRole('combobox', { name: 'Source' }).click()
      await page.getByRole('option', { name: 'MCP' }).click()
      await button('Apply').click()
    },
    address: () => ({ source: 'mcp' }),
  },
  {
    name: 'an issue',
    async set() {
      await button('More').click()
      await button('Choose an issue…').click()
      await page.getByRole('dialog').getByLabel('Search issues').fill('password')
      await page.getByRole('option', { name: passwords.title }).click()
    },
    address: () => ({ issue: passwords.id }),
  },
]

describe('a filter', () => {
  it.each(FILTERS)('for $name is in the address, which shows the same to others', async (filter) => {
    const expected = titlesOf(await listed((filter.query ?? filter.address)()))
    await followTo(page, `/p/${service.projectId}/observations`)
    await expectRows(page, LIST, titlesOf(await listed({})))

    await filter.set()
    await expectAddress(page, filter.address())
    await expectRows(page, LIST, expected)
    await page.reload()

    await expectRows(page, LIST, expected)
    expect(expected).not.toEqual([])
    expect(expected.length).toBeLessThan(18)
  })

  it('is taken away by its chip, and all of them at once', async () => {
    await goTo(`?sentiment=negative&user_id=ann&tag=${tagId}&q=rows`)

    await page.getByRole('button', { name: 'Remove filter User ann' }).click()
    await expectAddress(page, { sentiment: 'negative', tag: tagId, q: 'rows' })
    await button('Clear all').click()

    await expectAddress(page, {})
    await expectRows(page, LIST, titlesOf(await listed({})))
  })

  it('that nothing fits says so', async () => {
    await goTo('?q=zeppelin')

    await page.getByText('No matching observations').waitFor()
  })
})

describe('search', () => {
  it('marks what was searched for in all its forms', async () => {
    await goTo('?q=exporting')
    const marked = rowsOf(page, LIST).locator('mark')

    await expect
      .poll(async () => new Set((await marked.allTextContents()).map((word) => word.toLowerCase())))
      .toEqual(new Set(['export', 'exported']))
  })
})

describe('the keyboard', () => {
  it('goes through the list with j and k, and the focus with it', async () => {
    const [first, second] = (await listed({})) as [Loose, Loose]
    await goTo()
    await rowsOf(page, LIST).first().waitFor()
    await settled(page)

    for (const key of ['j', 'j']) await page.keyboard.press(key)
    await expect.poll(() => focusedText(page)).toBe(second.title)
    await page.keyboard.press('k')

    await expect.poll(() => focusedText(page)).toBe(first.title)
  })
})

describe('the export', () => {
  it('is exactly what is filtered, in either format', async () => {
    const query = { sentiment: 'negative,neutral', user_id: 'ann', q: 'row*' }
    await goTo(`?${new URLSearchParams(query)}`)
    const expected = await listed(query)
    await expectRows(page, LIST, titlesOf(expected))

    expect(await exportedIds(page)).toEqual({ csv: idsOf(expected), jsonl: idsOf(expected) })
  })
})

describe('a saved view', () => {
  it('is there for another member, without what happened to be open', async () => {
    await goTo(`?tag=${tagId}&period=30d&observation=${exports[0]}`)
    await page.getByRole('dialog', { name: 'Observation' }).waitFor()
    await page.keyboard.press('Escape')
    await button('Views').click()
    await button('Save this view').click()
    await page.getByLabel('Name').fill('Exports of late')
    await button('Save').click()
    await page.getByText('Saved “Exports of late”.').waitFor()

    const other = await service.open('/observations', { role: 'editor' })
    await other.page.getByRole('button', { name: 'Views' }).click()
    await other.page.getByRole('button', { name: 'Exports of late', exact: true }).click()

    await expectAddress(other.page, { tag: tagId, period: '30d' })
    await expectRows(other.page, LIST, titlesOf(await listed({ tag: tagId })))
    await other.leave()
  })

  it('that somebody else changed is not overwritten: who comes second is told, and sees it as it is', async () => {
    const { items } = await get(service, '/views')
    const { id } = items.find(({ name }) => name === 'Exports of late') ?? { id: '' }
    const changed = { query: 'q=export' }
    await goTo('?sentiment=negative')
    await button('Views').click()
    await button('Update Exports of late with the current filters').waitFor()
    await service.admin('PATCH', `/projects/${service.projectId}/views/${id}`, changed)

    await button('Update Exports of late with the current filters').click()

    await page
      .getByText('The filters of this view were changed in the meantime; nothing was changed')
      .waitFor()
    expect((await get(service, '/views')).items).toMatchObject([changed])
    await page.getByRole('button', { name: 'Exports of late', exact: true }).click()
    await expectAddress(page, { q: 'export' })
  })
})

describe('one observation', () => {
  const drawer = () => page.getByRole('dialog', { name: 'Observation' })
  const section = (name: string) => drawer().getByRole('region', { name })
  const open = async (id = exports[0]) => {
    await goTo(`?observation=${id}`)
    await drawer().getByRole('heading', { level: 2 }).waitFor()
  }
  const undo = () => button('Undo').click()
  const readFirst = () => get(service, `/observations/${exports[0]}`)
  const becomes = (value: (read: Loose) => unknown, wanted: unknown) =>
    expect.poll(async () => value(await readFirst())).toEqual(wanted)

  it('opens next to the list with its whole conversation, what was answered included', async () => {
    const interaction_url = 'https://chat.example.com/t/{interaction_id}'
    await service.admin('PATCH', `/projects/${service.projectId}`, { interaction_url })
    await goTo()
    await rowsOf(page, LIST)
      .filter({ hasText: EXPORT[1]?.title ?? '' })
      .getByRole('link')
      .first()
      .click()

    await expectAddress(page, { observation: exports[1] as string })
    const whole = section('In this conversation')
    await whole.getByText('For the accountant.').waitFor()
    await expect
      .poll(async () => (await whole.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual([...EXPORT.map(({ title }) => title), 'Why do you export?'])
    await whole.getByText('This observation').waitFor()
    const conversation = drawer().getByRole('link', { name: 'Open conversation' })
    await expect.poll(() => conversation.getAttribute('href')).toBe('https://chat.example.com/t/chat-1')
  })

  it('leads to the next and the one before with j and k, and back to the list with escape', async () => {
    const [first, second] = (await listed({})) as [Loose, Loose]
    await open(first.id)
    await page.getByRole('button', { name: 'Next (j)', disabled: false }).waitFor() // once the list is there

    await page.keyboard.press('j')
    await drawer().getByRole('heading', { level: 2, name: second.title }).waitFor()
    await page.keyboard.press('k')
    await drawer().getByRole('heading', { level: 2, name: first.title }).waitFor()
    await page.keyboard.press('j')
    await drawer().getByRole('heading', { level: 2, name: second.title }).waitFor()
    await page.keyboard.press('Escape')

    await drawer().waitFor({ state: 'hidden' })
    await expectAddress(page, {})
    await expect.poll(() => focusedText(page)).toBe(second.title) // the one that was read last
  })

  it('names those that are close in meaning', async () => {
    await open()

    await section('Similar observations')
      .getByText(EXPORT[1]?.title ?? '')
      .waitFor()
  })

  it('has a tag that a person confirms', async () => {
    await open()

    await section('Tags').getByRole('button', { name: 'Confirm Exports' }).click()

    await section('Tags').getByLabel('Confirmed by a person').waitFor()
    await becomes(({ tags }) => tags.map(({ placed_by }: Loose) => placed_by), ['person'])
  })

  it('has a tag that a person removes, which undo takes back', async () => {
    await open()

    await section('Tags').getByRole('button', { name: 'Remove Exports' }).click()
    await section('Tags').getByText('Exports').waitFor({ state: 'detached' })
    await becomes(({ tags }) => tags, [])
    await undo()

    await section('Tags').getByText('Exports').waitFor()
    await becomes(({ tags }) => tags.length, 1)
  })

  it('gets a tag that a person adds', async () => {
    await open()

    await section('Tags').getByLabel('Add tag').click()
    await page.getByRole('option', { name: 'Spreadsheets' }).click()

    await section('Tags').getByRole('button', { name: 'Remove Spreadsheets' }).waitFor()
    await becomes(({ tags }) => tags.map(({ label }: Loose) => label).sort(), ['Exports', 'Spreadsheets'])
  })

  it('is moved to another issue, and undo moves it back', async () => {
    await open()

    await button('Move…').click()
    const dialog = page.getByRole('dialog', { name: 'Move to another issue' })
    await dialog.getByLabel('Search issues').fill('password')
    await dialog.getByRole('option', { name: passwords.title }).click()
    await section('Issue').getByRole('link', { name: passwords.title }).waitFor()
    await section('Issue').getByText('Placed here by a person.').waitFor()
    const moved = await readFirst()
    await undo()

    expect(moved.issue?.id).toBe(passwords.id)
    await section('Issue').getByRole('link', { name: exporting.title }).waitFor()
    await becomes(({ issue }) => issue.id, exporting.id)
  })

  it('cannot be changed by a viewer', async () => {
    const viewer = await service.open(`/observations?observation=${exports[0]}`, { role: 'viewer' })
    const shown = viewer.page.getByRole('dialog', { name: 'Observation' })
    await shown.getByText('For the accountant.').waitFor()
    await settled(viewer.page)

    await expect.poll(() => shown.getByRole('button', { name: /^(Move|Confirm|Remove)/ }).count()).toBe(0)
    await expect.poll(() => shown.getByLabel('Add tag').count()).toBe(0)
    await viewer.leave()
  })
})

describe('a failure', () => {
  it('is said, and can be tried again', async () => {
    await breakOnce(page, /\/api\/.*\/observations\?/)
    await goTo()
    await page.getByRole('alert').getByText('Fieldnote can’t be reached').waitFor()

    await button('Try again').click()

    await rowsOf(page, LIST).first().waitFor()
    complaints.length = 0 // the browser's own, about the requests that we broke
  })
})

describe('a thousand observations', () => {
  const OLDEST = 'The very first'
  beforeAll(async () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => v7({ msecs: Date.now() - DAY + i }))
    await service.db.query(
      `INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
         observed_at, created_at)
       SELECT $1, id, 'crowd', 'i', 'rest', CASE at WHEN 1 THEN $3 ELSE 'Number ' || at END, 'x', 'neutral', now(), now()
       FROM unnest($2::uuid[]) WITH ORDINALITY AS each (id, at)`,
      [service.projectId, ids, OLDEST],
    )
  })
  const shown = () => rowsOf(page, LIST).count()
  /** Scrolls on as far as there is something to scroll to, and tells the most rows that were in the page. */
  const scrollToTheEnd = (until: string): Promise<number> =>
    page.evaluate(`(async () => {
      let most = 0
      while (!document.body.textContent.includes('${until}')) {
        scrollTo(0, document.documentElement.scrollHeight)
        await new Promise(requestAnimationFrame)
        most = Math.max(most, document.querySelectorAll('[role=listitem]').length)
      }
      return most
    })()`)

  it('are scrolled to their end with some dozens in the page', async () => {
    await goTo('?user_id=crowd')
    await rowsOf(page, LIST).first().waitFor()

    const most = await scrollToTheEnd(OLDEST)

    await page.getByText(OLDEST).waitFor()
    expect(most).toBeLessThan(50)
    await expect.poll(shown).toBeLessThan(50)
  })

  it('stay where they are when the next ones cannot be loaded, which can be tried again', async () => {
    await page.goto(`/p/${service.projectId}/observations?user_id=crowd`) // anew: it knows the next ones already
    await rowsOf(page, LIST).first().waitFor()
    await breakOnce(page, /cursor=/)

    await scrollToTheEnd('Couldn’t load this')
    const before = await shown()
    await button('Try again').click()

    await page.getByText('Number 950', { exact: true }).waitFor({ state: 'attached' })
    expect(before).toBeGreaterThan(0)
    complaints.length = 0
  })
})

describe('all of it', () => {
  it('left the browser nothing to complain about', () => {
    expect(complaints).toEqual([])
  })
})
