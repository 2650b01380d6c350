// What agents and users write must never run, load or look like more than text.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { digestAll, startEngine } from '../digest/digesting.ts'
import { answer, batch, makeStudy } from '../service.ts'
import { settled } from './browser.ts'
import { type Console, openEmptyConsole } from './console.ts'

const MARKUP = '<img src=x onerror="window.ran=1"><script>window.ran=1</script><b>bold</b>'
const SCRIPTED =
  '[a](javascript:window.ran=1) ![b](https://elsewhere.example/pixel.png) <iframe src="//elsewhere.example"></iframe>'

/** Nothing ran, no element was made of it, and nothing was asked of another host. */
async function expectOnlyText(page: Page, requests: string[], text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
  await settled(page)
  expect(await page.evaluate('window.ran')).toBeUndefined()
  const made = page.locator('main script, main iframe, main img[src="x"], main img[src*="elsewhere"]')
  expect(await made.all()).toEqual([]) // not even for a moment: it is not waited for
  expect(requests.filter((url) => url.includes('elsewhere.example'))).toEqual([])
}

describe('content from agents', () => {
  let service: Console
  let observationId: string
  let issueId: string
  let studyId: string
  beforeAll(async () => {
    service = await openEmptyConsole()
    const { body } = await service.call(
      'POST',
      '/observations/',
      batch({
        user_id: MARKUP,
        interaction_id: MARKUP,
        observations: [{ title: MARKUP, description: `${MARKUP} ${SCRIPTED}` }],
      }),
    )
    observationId = body.results[0].id
    ;({ id: studyId } = await makeStudy(service, { question: MARKUP }))
    await service.call('POST', `/research/studies/${studyId}/answers/`, answer({ answer: MARKUP }))
    await digestAll(service, startEngine())
    const issues = await service.admin('GET', `/projects/${service.projectId}/issues`)
    issueId = issues.body.items[0]?.id ?? ''
  })

  it.each([
    ['an observation in the list', () => '/observations'],
    ['an observation in full', () => `/observations?observation=${observationId}`],
    ['a search that finds it', () => '/observations?q=bold'],
    ['an issue', () => `/issues/${issueId}`],
    ['the issues', () => '/issues'],
    ['the overview', () => ''],
    ['a user', () => `/users/${encodeURIComponent(MARKUP)}`],
    ['a study and its answers', () => `/studies/${studyId}`],
  ])('is text in %s', async (_, path) => {
    const { page, context, complaints } = await service.open('')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`/p/${service.projectId}${path()}`)
    await page.getByText('<b>bold</b>').first().waitFor()

    await expectOnlyText(page, requests, '<b>bold</b>')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is Markdown without HTML, pictures and script addresses in the guidelines', async () => {
    const text = `# Heading\n\n${MARKUP}\n\n${SCRIPTED}\n\n[good](https://example.com)`
    await service.admin('PUT', `/projects/${service.projectId}/guidelines`, { observations: text })
    const { page, context } = await service.open('/guidelines')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.getByRole('heading', { name: 'Heading' }).waitFor()

    await expectOnlyText(page, requests, 'good')
    expect(await page.locator('a[href^="javascript:"]').all()).toEqual([])
    const good = page.locator('a[href="https://example.com"]')
    await expect.poll(() => good.getAttribute('rel')).toContain('noopener')
    await context.close()
  })

  it('leaves the guidelines and an issue usable whose texts nest two thousand quotes', async () => {
    const text = `${'> '.repeat(2_000)}deep`
    await service.admin('PUT', `/projects/${service.projectId}/guidelines`, { observations: text })
    await service.admin('POST', `/projects/${service.projectId}/issues/${issueId}/comments`, { body: text })
    const { page, context, complaints } = await service.open('/guidelines')

    await page.locator('blockquote').getByText('deep').first().waitFor()
    await page.route(/markdown-text/, (route) => route.abort()) // what draws it fails
    await page.goto(`/p/${service.projectId}/issues/${issueId}`)
    await page.getByRole('article').getByText(text.slice(0, 100)).waitFor()
    await page.getByRole('textbox', { name: 'New comment' }).waitFor()
    expect(complaints.filter((complaint) => !/markdown-text|Failed to load/.test(complaint))).toEqual([])
    await context.close()
  })

  it('could not run even if a page made an element of it', async () => {
    const { page, context, complaints } = await service.open('/issues')
    await page.getByRole('heading', { level: 1 }).waitFor()

    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<img src="/none" onerror="window.ran = 1">')`,
    )
    await expect.poll(() => page.evaluate(`document.querySelector('img[src="/none"]').complete`)).toBe(true)

    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(complaints.join()).toContain('Content Security Policy')
    await context.close()
  })
})
