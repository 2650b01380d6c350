// Studies, as the team writes, starts and ends them.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { StudyState } from '../../../src/contract/labels.ts'
import { get } from '../../digest/digesting.ts'
import { answer, type Loose, makeStudy } from '../../service.ts'
import { focused, followTo, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

let service: Console
let page: Page
let complaints: string[]
beforeAll(async () => {
  service = await openEmptyConsole()
  ;({ page, complaints } = await service.open('/studies'))
})

const goTo = (path: string) => followTo(page, `/p/${service.projectId}/studies${path}`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const read = (id: string) => get(service, `/studies/${id}`)
const titled = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const shownId = () => page.url().split('/').at(-1) ?? ''

async function makeInState(state: StudyState) {
  const study = await makeStudy(service, { question: `Is it ${state}?`, state: 'draft' })
  const steps = {
    draft: [],
    active: ['active'],
    paused: ['active', 'paused'],
    ended: ['active', 'paused', 'ended'],
  }
  for (const step of steps[state])
    await service.admin('PATCH', `/projects/${service.projectId}/studies/${study.id}`, { state: step })
  return study
}

describe('the first study', () => {
  it('is invited by a page that says what a study is', async () => {
    await goTo('')

    await page.getByRole('link', { name: 'Create your first study' }).click()

    await titled('New study')
  })
})

describe('writing a study', () => {
  it('saves a draft with everything that was filled in', async () => {
    await goTo('/new')
    await page.getByLabel('Question').fill('  What makes you export?  ')
    await page.getByLabel('Eligibility').fill('Has exported at least once.')
    await page.getByRole('textbox', { name: 'Share of users' }).fill('12.5')
    await page.getByLabel('Answer limit').fill('1200')
    await page.getByLabel('Daily limit').fill('40')
    await button('Save as draft').click()

    await titled('What makes you export?')
    expect(await read(shownId())).toMatchObject({
      question: 'What makes you export?',
      eligibility_criteria: 'Has exported at least once.',
      sampling_rate: 0.125,
      starts_at: null,
      ends_at: null,
      max_answers: 1200,
      max_answers_per_day: 40,
      state: 'draft',
    })
  })

  it('stores a date as the moment that it is for the one who chose it', async () => {
    const visitor = await service.open('/studies/new', { timezoneId: 'Asia/Kolkata' })
    const own = visitor.page
    await own.getByLabel('Question').fill('When does it end?')
    await own
      .getByText('In your time zone, Asia/Calcutta.')
      .or(own.getByText(/Kolkata/))
      .waitFor()
    await own.getByRole('button', { name: 'End' }).click()
    const calendar = own.getByRole('dialog', { name: 'End' })
    await calendar.getByRole('button', { name: 'Next month' }).click()
    await calendar.getByRole('button', { name: /^15 / }).click()
    await calendar.getByLabel('Hours').fill('09')
    await calendar.getByLabel('Minutes').fill('30')
    await calendar.getByRole('button', { name: 'Done' }).click()
    await own.getByRole('button', { name: 'Save as draft' }).click()
    await own.getByRole('heading', { level: 1, name: 'When does it end?' }).waitFor()

    const { ends_at } = await read(own.url().split('/').at(-1) ?? '')
    expect(ends_at).toMatch(/-15T04:00:00\.000Z$/)
    await visitor.leave()
  })

  it('names what is wrong beside each field, and stores nothing', async () => {
    const before = await service.count('study')
    await goTo('/new')
    await page.getByLabel('Eligibility').fill('a'.repeat(8_001))
    await page.getByRole('textbox', { name: 'Share of users' }).fill('')

    await button('Save and start').click()

    const field = (name: string, description: string) =>
      page.getByRole('textbox', { name, description }).waitFor()
    await field('Question', 'Enter a question')
    await field('Eligibility', '8,000 characters or fewer')
    await field('Share of users', 'Must be between 0 and 100')
    await expect.poll(() => focused(page)).toBe('Question')
    expect(await service.count('study')).toBe(before)
  })

  it.each([
    ['sampling_rate', 'Share of users'],
    ['ends_at', 'End'],
    ['max_answers', 'Answer limit'],
  ])('leads to the field when the service refuses %s', async (name, label) => {
    await page.route('**/studies', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { detail: [{ loc: ['body', name], msg: 'must be other' }] } })
        : route.fallback(),
    )
    await goTo('/new')
    await page.getByLabel('Question').fill('Refused?')

    await button('Save as draft').click()

    await expect.poll(() => focused(page)).toBe(label)
    await page.unroute('**/studies')
    complaints.length = 0 // the browser's own, about the answer 422
  })

  it('starts one at once when asked to', async () => {
    await goTo('/new')
    await page.getByLabel('Question').fill('Asked from the start?')
    await button('Save and start').click()

    await titled('Asked from the start?')
    await button('Pause').waitFor()
    expect(await read(shownId())).toMatchObject({ state: 'active' })
  })

  it('shows beside the form how an agent might ask, as it is typed', async () => {
    await goTo('/new')
    await page.getByLabel('Question').fill('Seen by agents?')

    const said = page.getByRole('figure', { name: 'How an agent might ask' })
    await said.getByText('May I ask you something for the team? Seen by agents?').waitFor()
  })

  it('asks before what was typed is lost, and stays when told to', async () => {
    await goTo('/new')
    await page.getByLabel('Question').fill('Not lost?')
    await page.getByRole('navigation').getByRole('link', { name: 'Issues' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await button('Keep editing').click()

    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('Not lost?')
    await expect.poll(() => page.url()).toContain('/studies/new')
  })

  it('finds what was typed when one comes back, until it is discarded', async () => {
    await goTo('/new')
    await page.getByLabel('Question').fill('Still here?')
    await page.getByRole('navigation').getByRole('link', { name: 'Issues' }).click()
    await button('Leave').click()
    await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('Still here?')

    await button('Discard changes').click()
    await page.reload()

    await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('')
    await expect.poll(() => button('Discard changes').count()).toBe(0)
  })

  it('copies a study, but not its dates', async () => {
    const study = await makeStudy(service, {
      question: 'Again?',
      sampling_rate: 0.3,
      max_answers_per_day: 7,
      ends_at: '2030-01-01T00:00:00Z',
    })
    await goTo(`/${study.id}`)
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await titled('Duplicate study')
    await button('Save as draft').click()
    await titled('Again?')

    expect(shownId()).not.toBe(study.id)
    expect(await read(shownId())).toMatchObject({
      sampling_rate: 0.3,
      max_answers_per_day: 7,
      ends_at: null,
      state: 'draft',
    })
  })
})

describe('editing a study', () => {
  it('saves what was changed, and leaves what somebody else changed meanwhile', async () => {
    const study = await makeStudy(service, { question: 'Before?' })
    await goTo(`/${study.id}`)
    await button('Edit').click()
    await page.getByLabel('Question').fill('After?')
    await service.admin('PATCH', `/projects/${service.projectId}/studies/${study.id}`, { max_answers: 7 })
    await button('Save').click()

    await titled('After?')
    expect(await read(study.id)).toMatchObject({ question: 'After?', max_answers: 7 })
  })

  it('does no harm when nothing was changed', async () => {
    const study = await makeStudy(service, { question: 'Untouched?' })
    await goTo(`/${study.id}?edit=1`)
    await button('Save').click()

    await titled('Untouched?')
    expect(await read(study.id)).toEqual(study)
  })

  it('warns that answers were given to the question as it was', async () => {
    const study = await makeStudy(service, { question: 'Asked?' })
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer())
    await goTo(`/${study.id}?edit=1`)
    await page.getByLabel('Question').fill('Asked otherwise?')

    await page.getByText('This study already has 1 answer to the original question.').waitFor()
  })
})

describe('the state of a study', () => {
  it.each<[StudyState, string[]]>([
    ['draft', ['Edit', 'Start study']],
    ['active', ['Edit', 'Pause', 'End']],
    ['paused', ['Edit', 'Resume', 'End']],
    ['ended', []],
  ])('%s offers what may follow, and nothing else', async (state, offered) => {
    const study = await makeInState(state)
    await goTo(`/${study.id}`)
    await titled(study.question)
    await button('More actions').waitFor()

    const known = ['Edit', 'Start study', 'Pause', 'Resume', 'End']
    await expect
      .poll(async () => {
        const counts = await Promise.all(known.map((name) => button(name).count()))
        return known.filter((_, at) => counts[at])
      })
      .toEqual(offered)
  })

  it('becomes active from a draft, and agents see it', async () => {
    const study = await makeInState('draft')
    await goTo(`/${study.id}`)
    await button('Start study').click()
    await page.getByText('Agents are asking').waitFor()

    const { body } = await service.call('GET', '/research/studies/?user_id=somebody')
    expect(body.studies.map(({ id }: Loose) => id)).toContain(study.id)
  })

  it('is paused, and the pause is undone with one click', async () => {
    const study = await makeInState('active')
    await goTo(`/${study.id}`)
    await button('Pause').click()
    await page.getByText('Paused. No one is being asked.').waitFor()
    await button('Undo').click()

    await page.getByText('Agents are asking').waitFor()
    expect(await read(study.id)).toMatchObject({ state: 'active' })
  })

  it('ends straight from asking, only after a question, because that is final', async () => {
    const study = await makeInState('active')
    await goTo(`/${study.id}`)
    await button('End').click()
    const dialog = page.getByRole('dialog', { name: 'End this study?' })
    await dialog.getByRole('button', { name: 'Keep asking' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await read(study.id)).toMatchObject({ state: 'active' })
    await button('End').click()
    await dialog.getByRole('button', { name: 'End study' }).click()

    await page.getByText('Ended. It no longer takes answers.').waitFor()
    expect(await read(study.id)).toMatchObject({ state: 'ended' })
  })

  it('lets a draft be deleted, and brings it back', async () => {
    const study = await makeStudy(service, { question: 'Gone?', state: 'draft', max_answers: 5 })
    await goTo(`/${study.id}`)
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Delete draft' }).click()
    await titled('Studies')
    expect((await service.admin('GET', `/projects/${service.projectId}/studies/${study.id}`)).status).toBe(
      404,
    )
    await button('Undo').click()

    await titled('Gone?')
    expect(await read(shownId())).toMatchObject({ question: 'Gone?', state: 'draft', max_answers: 5 })
  })

  it('filters the list, in the address', async () => {
    const study = await makeInState('paused')
    await makeStudy(service, { question: 'Running along?' })
    await goTo('')
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Paused').click()
    await page.waitForURL(/state=paused/)
    await page.getByText('Running along?').waitFor({ state: 'detached' })

    await expect.poll(() => page.getByRole('link', { name: study.question }).count()).toBeGreaterThan(0)
  })
})

describe('a viewer', () => {
  it('reads studies and is offered no way to change them', async () => {
    const study = await makeInState('paused')
    const visitor = await service.open(`/studies/${study.id}`, { role: 'viewer' })
    await visitor.page.getByRole('heading', { level: 1, name: study.question }).waitFor()
    await visitor.page.getByRole('figure', { name: 'How an agent might ask' }).waitFor()
    await settled(visitor.page)

    const names = /^(Edit|Resume|End|More actions|New study)$/
    await expect.poll(() => visitor.page.getByRole('button', { name: names }).count()).toBe(0)
    await expect.poll(() => visitor.page.getByText(/403|not allowed|forbidden/i).count()).toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  it('is told who can help when they open the form by its address', async () => {
    const visitor = await service.open('/studies/new', { role: 'viewer' })

    await visitor.page.getByText('You can view studies but not edit them').waitFor()
    await visitor.leave()
  })
})

it('the browser has no complaint about any of it', () => {
  expect(complaints).toEqual([])
})
