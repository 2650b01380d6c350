// The first page of a project: how to begin when it is empty, and the project at a glance when it is not.
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { plural } from '../../../console/src/format.ts'
import { SENTIMENTS } from '../../../src/contract/labels.ts'
import { get } from '../../digest/digesting.ts'
import { batch, type Loose } from '../../service.ts'
import { settled, type Visitor } from '../browser.ts'
import { type Console, openEmptyConsole, openSampleConsole } from '../console.ts'
import { rowsOf } from '../lists.ts'

describe('a project that has heard nothing yet', () => {
  let service: Console
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await openEmptyConsole()
    visitor = await service.open('')
    page = visitor.page
  })

  const steps = () => page.getByRole('listitem')

  it('shows the three steps to the first observation', async () => {
    await page.getByRole('heading', { level: 1, name: 'Welcome to Test project' }).waitFor()

    await expect
      .poll(() => steps().getByRole('heading', { level: 2 }).allTextContents())
      .toEqual(['Create an API key', 'Connect an agent, or send an observation yourself', 'Watch it arrive'])
  })

  it('puts a key that is made on the spot into the command to send something', async () => {
    await page.getByRole('button', { name: 'Create key' }).click()

    const command = page.getByRole('region', { name: 'curl, Terminal' })
    await command.getByText(/fnk_[\w-]{43}/).waitFor()
    await expect
      .poll(() => command.textContent())
      .toContain(`${service.url}/v1/project/${service.projectId}/observations/`)
  })

  it('notices the first observation by itself, keeps the key in sight, and leads on', async () => {
    await page.getByText('Waiting for the first observation').waitFor()

    await service.call('POST', '/observations/', batch())
    await steps().last().getByText('Export stops early').waitFor()

    await expect.poll(() => page.getByText(/^fnk_/).count()).toBe(1)
    await page.getByRole('button', { name: 'It works! Show overview' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(visitor.complaints).toEqual([])
  })

  it('does not show the steps again', async () => {
    await page.reload()

    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })
})

describe('the sample project', () => {
  let service: Console
  let page: Page
  let project: string
  beforeAll(async () => {
    service = await openEmptyConsole()
    const { body } = await service.owner.call('POST', '/projects', { name: 'Playground' })
    project = body.id
    ;({ page } = await service.openAs(service.owner, `/p/${project}`))
  })

  const banner = () => page.getByRole('note').filter({ hasText: 'This is a sample project' })
  const projectInAddress = () => /\/p\/([0-9a-f-]+)/.exec(page.url())?.[1]

  it('is opened from an empty project with one click, and says how far the digest is', async () => {
    await page.getByRole('button', { name: 'Open sample project' }).click()

    await banner()
      .getByText(/^Finding issues and tags: 0 of \d{3} observations…$/)
      .waitFor()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    const { rows } = await service.db.query('SELECT DISTINCT project_id AS id FROM observation')
    expect(rows).toEqual([{ id: projectInAddress() }])
    expect(projectInAddress()).not.toBe(project)
  })

  it('says so no more when it is digested', async () => {
    await service.db.query('DELETE FROM digest_job') // what the digest makes of it is shown elsewhere
    await service.db.query('UPDATE sample_month SET continued_at = now()')

    await page.getByText('Finding issues and tags').waitFor({ state: 'hidden' })
  })

  it('says nothing about the digest of a whole sample before it knows, and reads nothing twice for it', async () => {
    let overviews = 0
    const held: Route[] = []
    await page.route('**/digest', (route) => void held.push(route))
    page.on('request', (request) => {
      if (request.url().includes('/overview?')) overviews++
    })

    await page.reload()
    await page.getByRole('region', { name: 'Key figures' }).waitFor()
    const said = await banner().textContent()
    await Promise.all(held.map((route) => route.continue()))
    await page.unroute('**/digest')
    await settled(page)

    expect([said, overviews]).toEqual([expect.not.stringContaining('Finding'), 1])
  })

  it('is said to be a sample on every page, and leads back to the real project, which is as empty as it was', async () => {
    await page.getByRole('link', { name: 'Observations', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Observations' }).waitFor()

    await banner().getByRole('link', { name: 'Back to Playground' }).click()

    await page.getByRole('heading', { level: 1, name: 'Welcome to Playground' }).waitFor()
    await expect.poll(() => banner().count()).toBe(0)
  })

  it('is the same one when it is opened again, and gone when it is no longer wanted', async () => {
    const before = await service.count('observation')
    await page.getByRole('button', { name: 'Open sample project' }).click()
    await banner().waitFor()
    expect(await service.count('observation')).toBe(before)

    await banner().getByRole('button', { name: 'Delete sample project' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete the sample project?' })
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect(await service.count('project WHERE sample_of IS NOT NULL')).toBe(1)
    await banner().getByRole('button', { name: 'Delete sample project' }).click()
    await asked.getByRole('button', { name: 'Delete sample project' }).click()
    await page.getByText('Deleted the sample project.').waitFor()

    await page.getByRole('heading', { level: 1, name: 'Welcome to Playground' }).waitFor()
    expect(projectInAddress()).toBe(project)
    expect(await service.count('project WHERE sample_of IS NOT NULL')).toBe(0)
  })
})

describe('a project at a glance', () => {
  let service: Console
  let visitor: Visitor
  let page: Page
  let overview: Loose
  beforeAll(async () => {
    service = await openSampleConsole()
    overview = await get(service, '/overview')
    visitor = await service.open('')
    page = visitor.page
    await page.getByRole('region', { name: 'Key figures' }).waitFor()
  })

  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  const titlesOf = (issues: Loose[]): string[] => issues.map(({ title }) => title)

  /** The issues of a panel, each a link to its page. */
  const linkedIn = (name: string) => panel(name).locator('a[href*="/issues/"]')

  it('counts what came in, from how many, and what is open', async () => {
    for (const [name, count] of [
      ['Observations', overview.observation_count],
      ['Active users', overview.user_count],
      ['Unresolved issues', overview.open_issue_count],
      ['Study answers', overview.answer_count],
    ])
      await expect.poll(() => panel('Key figures').textContent()).toContain(`${name}${count}`)
  })

  it('draws observations by day and sentiment, and says the chart in words', async () => {
    const sums = SENTIMENTS.map(
      (name) => `${overview.series.reduce((sum: number, day: Loose) => sum + day[name], 0)} ${name}`,
    )

    const chart = panel('Observations').getByRole('img', {
      name: `${overview.observation_count} observations in 30 days: ${sums.join(', ')}`,
    })

    await expect.poll(() => chart.count()).toBe(1)
  })

  it('lists the top issues, each with its trend against the week before', async () => {
    await expect.poll(() => linkedIn('Top issues').count()).toBe(overview.top_issues.length)

    for (const [at, { title, trend }] of overview.top_issues.entries()) {
      await expect.poll(() => linkedIn('Top issues').nth(at).textContent()).toContain(title)
      const said = `${trend.last_7_days}, compared with ${trend.previous_7_days} in the previous 7 days`
      await expect.poll(() => linkedIn('Top issues').nth(at).getByLabel(said).count()).toBe(1)
    }
  })

  it.each([
    ['Regressed issues', 'regressed_issues'],
    ['New issues', 'new_issues'],
  ])('lists the %s', async (name, part) => {
    expect(overview[part].length).toBeGreaterThan(0)
    for (const [at, title] of titlesOf(overview[part]).entries())
      await expect.poll(() => linkedIn(name).nth(at).textContent()).toContain(title)
  })

  it.each([
    ['Regressed issues', { regressed: 'true' }, () => overview.regressed_issues.length],
    ['Top issues', { sort: 'observations' }, () => overview.open_issue_count],
    ['New issues', { status: 'all', sort: 'first_seen' }, () => overview.new_issue_count],
  ])('leads from the %s to all of them', async (name, filters, count) => {
    await panel(name).getByRole('link', { name: 'View all' }).click()
    await page.getByText(plural(count(), 'issue'), { exact: true }).waitFor()

    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(filters)
    await page.goBack()
    await panel('Key figures').waitFor()
  })

  it('keeps what a panel leads to at its right, however long its text is', async () => {
    const link = await panel('Top issues').getByRole('link', { name: 'View all' }).boundingBox()
    const title = await panel('Top issues').getByRole('heading').boundingBox()

    expect(link?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
  })

  it('shows how far the active studies are', async () => {
    const capped = overview.studies.find(({ max_answers }: Loose) => max_answers !== null)

    const study = panel('Active studies').getByRole('link', { name: capped.question })

    await expect
      .poll(() => study.textContent())
      .toContain(`${capped.answer_count} of ${capped.max_answers} answers`)
  })

  it('leads from a tag to its observations of the period', async () => {
    const [tag] = overview.tags

    await panel('Tags').getByRole('link', { name: tag.label }).click()
    await page.getByRole('heading', { level: 1, name: 'Observations' }).waitFor()

    const asked = () => new URL(page.url()).searchParams
    await expect.poll(() => [asked().get('tag'), asked().has('from')]).toEqual([tag.id, true])
    await page.goBack()
    await panel('Key figures').waitFor()
  })

  it('leads from a figure, a segment of a bar and the legend to what they count', async () => {
    const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
    const back = async () => {
      await page.goBack()
      await panel('Observations').waitFor()
    }
    const day = overview.series.findIndex((one: Loose) => one.negative > 0)
    const from = `${overview.series[day].day}T00:00:00.000Z`
    const segment = panel('Observations').locator('svg g[data-leads] rect[data-part="1"]').first()
    await segment.hover()
    await panel('Observations').getByText('Total').waitFor()

    await segment.click()
    await page.getByRole('heading', { level: 1, name: 'Observations' }).waitFor()
    await expect.poll(asked).toMatchObject({ sentiment: 'negative', from, to: expect.any(String) })
    await rowsOf(page, 'Observations')
      .nth(overview.series[day].negative - 1)
      .waitFor()
    await expect.poll(() => rowsOf(page, 'Observations').count()).toBe(overview.series[day].negative)
    await back()

    await panel('Observations').getByRole('link', { name: 'Very positive' }).click()
    await expect.poll(asked).toMatchObject({ sentiment: 'very positive' })
    await back()

    await panel('Key figures')
      .getByRole('link', { name: /^Unresolved issues/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor()
    await back()
  })

  it('keeps the chosen period in the address, so that it can be shared', async () => {
    const { observation_count } = await get(service, '/overview?days=7')
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('7 days').click()
    await page.getByRole('img', { name: `${observation_count} observations in 7 days` }).waitFor()

    await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('7')
    await page.reload()
    await page.getByRole('img', { name: `${observation_count} observations in 7 days` }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: '7 days' }).isChecked()).toBe(true)
  })

  it('says that nothing is left to digest', async () => {
    await panel('Digest').getByText('Everything has been digested.').waitFor()
  })

  describe('with an observation that could not be digested', () => {
    beforeAll(async () => {
      await service.db.query(
        `INSERT INTO digest_job (project_id, observation_id, attempts, due_at, error, failed_at)
         SELECT project_id, id, 5, now(), 'the text could not be read', now() FROM observation LIMIT 1`,
      )
    })

    it('shows a viewer what went wrong, without a way to try again', async () => {
      const { page: theirs, leave } = await service.open('', { role: 'viewer' })
      const digest = theirs.getByRole('region', { name: 'Digest' })

      await digest.getByText('1 item couldn’t be digested. No data was lost.').waitFor()
      await settled(theirs)

      await expect.poll(() => digest.getByRole('button', { name: 'Retry' }).count()).toBe(0)
      await leave()
    })

    it('tells why, and has it tried again', async () => {
      await page.reload()
      await panel('Digest').getByRole('button', { name: 'Show details' }).click()
      await page
        .getByRole('dialog', { name: 'Failed items' })
        .getByText('the text could not be read')
        .waitFor()
      await page.keyboard.press('Escape')

      await panel('Digest').getByRole('button', { name: 'Retry' }).click()

      await page.getByText('Retrying 1 item.').waitFor()
      await panel('Digest').getByText('1 item waiting').waitFor()
      await expect.poll(() => panel('Digest').getByText('couldn’t be digested').count()).toBe(0)
    })
  })

  it('has room for the figures of a project with millions of observations', async () => {
    const many = (day: Loose) => ({ ...day, negative: day.negative * 1_000_000 })
    await page.route(
      '**/overview?*',
      async (route) => {
        const overview = await (await route.fetch()).json()
        const before = { ...overview.before, observation_count: 0 }
        const counts = { observation_count: 12_345_678, before, series: overview.series.map(many) }
        await route.fulfill({ json: { ...overview, ...counts } })
      },
      { times: 1 },
    )

    await page.reload()
    await panel('Key figures').getByText('+12.3M').waitFor()
    await settled(page)

    const leftmost = await page.evaluate<number>(
      `Math.min(...[...document.querySelectorAll('[role=img] text')].map((text) => text.getBBox().x))`,
    )
    expect(leftmost).toBeGreaterThanOrEqual(0)
  })

  it('does not pretend to have counted more than 10,000 that wait', async () => {
    const many = { pending: 10_000, pending_at_least: true }
    await page.route(
      '**/overview?*',
      async (route) => {
        const overview = await (await route.fetch()).json()
        await route.fulfill({ json: { ...overview, digest: { ...overview.digest, ...many } } })
      },
      { times: 1 },
    )

    await page.reload()

    await panel('Digest').getByText('10,000+ items waiting').waitFor()
  })

  it('says that it could not be loaded, and tries again when asked to', async () => {
    expect(visitor.complaints).toEqual([])
    await page.route(
      '**/overview?*',
      (route) => route.fulfill({ status: 400, json: { detail: 'not today' } }),
      {
        times: 1,
      },
    )

    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'Not today' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()

    await panel('Key figures').waitFor()
    await settled(page)
  })
})
