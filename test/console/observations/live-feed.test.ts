// Observations as they arrive: announced without moving the list, and none missed when the connection breaks.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import { listen } from '../../admin/projects/event-source.ts'
import { digestAll, get, post, readObservation, startEngine } from '../../digest/digesting.ts'
import { manyOf } from '../../digest/matters.ts'
import { settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'
import { rowsOf } from '../lists.ts'

const LIST = 'Observations'

let service: Console
let engine: Engine
let page: Page
let complaints: string[]

beforeAll(async () => {
  service = await openEmptyConsole()
  engine = startEngine()
  await post(service, manyOf(40))
  await digestAll(service, engine)
  ;({ page, complaints } = await service.open('/observations'))
})

const said = (title: string) => ({ title, description: 'As told.' })
const row = (title: string) => rowsOf(page, LIST).filter({ hasText: title })
const news = (text: string) => page.getByRole('button', { name: `Show ${text}` })
const live = () => page.getByText('Live', { exact: true }).waitFor()
async function goTo(filters = '') {
  await page.goto(`/p/${service.projectId}/observations${filters}`)
  await live()
}

/** Where the window is, and which row is where in it. */
type Place = { scrolled: number; title: string; top: number }
const place = (): Promise<Place> =>
  page.evaluate(`(() => {
    const rows = [...document.querySelectorAll('[role=list] > [role=listitem]')]
    const first = rows.find((row) => row.getBoundingClientRect().top >= 100)
    const { top } = first.getBoundingClientRect()
    return { scrolled: scrollY, title: first.querySelector('a').textContent, top }
  })()`)

describe('what arrives', () => {
  it('is announced and moves nothing, and is shown from its beginning when asked for', async () => {
    await goTo()
    await rowsOf(page, LIST).first().waitFor()
    await settled(page)
    await expect.poll(() => page.evaluate('scrollTo(0, 900), scrollY')).toBe(900)
    await settled(page)
    const before = await place()

    await post(service, [said('The first of two'), said('The second of two')])
    await news('2 new observations').waitFor()

    expect(await place()).toEqual(before)
    await expect.poll(() => row('The second of two').count()).toBe(0)
    await news('2 new observations').click()
    await row('The second of two').waitFor()
    await expect.poll(() => rowsOf(page, LIST).first().textContent()).toContain('The second of two')
    await expect.poll(() => page.evaluate('scrollY')).toBeLessThan(before.scrolled)
  })

  it('is announced only if it fits the filters', async () => {
    await goTo('?sentiment=very+positive,positive&user_id=fan')
    await page.getByText('No matching observations').waitFor()
    await post(service, [said('The fan is here')], { user_id: 'fan', user_sentiment: 'positive' })
    await row('The fan is here').waitFor() // an empty list has nothing that could jump

    await post(service, [said('Not happy')], { user_id: 'fan', user_sentiment: 'negative' })
    await post(service, [said('Happy again')], { user_id: 'fan', user_sentiment: 'positive' })

    await news('1 new observation').click()
    await row('Happy again').waitFor()
    await expect.poll(() => rowsOf(page, LIST).count()).toBe(2)
  })

  it('is there when one comes back from another page', async () => {
    await goTo()
    await rowsOf(page, LIST).first().waitFor()
    await page.getByRole('link', { name: 'Issues', exact: true }).click()
    await rowsOf(page, 'Issues').first().waitFor()
    const listener = await listen(service.url, service.projectId)
    await listener.hears('ready')

    await post(service, [said('While nobody looked')])
    await listener.hears('observation')
    await page.getByRole('link', { name: 'Observations', exact: true }).click()

    await row('While nobody looked').or(news('1 new observation')).waitFor()
  })

  it('is digested under the eyes of the reader: its issue appears by itself', async () => {
    await goTo('?user_id=patient')
    const [id] = (await post(service, [said('Waiting for its issue')], { user_id: 'patient' })) as [string]
    await row('Waiting for its issue').getByText('Digesting…').waitFor()

    await digestAll(service, engine)

    const { issue } = await readObservation(service, id)
    await row('Waiting for its issue')
      .getByRole('link', { name: issue?.title ?? '' })
      .last()
      .waitFor()
    await row('Waiting for its issue').getByText('Digesting…').waitFor({ state: 'detached' })
  })

  it('says when it could not be digested, and why, with the way to try again', async () => {
    const [id] = await post(service, [said('Hard to digest')], { user_id: 'ill' })
    await service.db.query(
      "UPDATE digest_job SET failed_at = now(), error = 'the model is out' WHERE observation_id = $1",
      [id],
    )
    await goTo('?user_id=ill')
    await row('Hard to digest').getByText('Digest failed').waitFor()
    await row('Hard to digest').getByRole('link').first().click()
    const drawer = page.getByRole('dialog', { name: 'Observation' })
    await drawer.getByRole('alert').getByText('the model is out').waitFor()

    await drawer.getByRole('button', { name: 'Retry all failed observations' }).click()

    await drawer.getByText('Digesting…').waitFor()
    expect(await get(service, '/digest')).toMatchObject({ failed: 0 })
  })
})

describe('a connection that breaks', () => {
  const streams = /\/events$/
  const reconnecting = () => page.getByText('Reconnecting…').waitFor()

  it('misses nothing that is stored before it is there for the first time', async () => {
    await page.route(streams, (route) => route.abort())
    onTestFinished(() => page.unrouteAll())
    await page.goto(`/p/${service.projectId}/observations`)
    await rowsOf(page, LIST).first().waitFor()
    await reconnecting()

    await post(service, [said('Between the list and the stream')])
    await page.unroute(streams)

    await news('1 new observation').click()
    await row('Between the list and the stream').waitFor()
  })

  it('misses nothing that is stored until it is there again', async () => {
    await goTo()
    await rowsOf(page, LIST).first().waitFor()
    await page.route(streams, (route) => route.abort())
    onTestFinished(() => page.unrouteAll())
    service.app.server.closeAllConnections()
    await reconnecting()

    await post(service, [said('In the dark'), said('Still in the dark')])
    await page.unroute(streams)

    await news('2 new observations').click()
    await row('Still in the dark').waitFor()
    await live()
  })

  it('is tried again after a refusal, which a browser takes for final', async () => {
    await page.route(streams, (route) => route.fulfill({ status: 503, body: 'restarting' }), { times: 1 })
    onTestFinished(() => page.unrouteAll())
    await page.goto(`/p/${service.projectId}/observations`)
    await reconnecting()

    await live()
    complaints.length = 0 // the browser's own, about the connections that we broke
  })
})

describe('all of it', () => {
  it('left the browser nothing to complain about', () => {
    expect(complaints).toEqual([])
  })
})
