// A real browser on the console: signed in, watched for errors, and asked by the accessibility checker.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { expect } from 'vitest'
import { FLAGS, findChromium } from '../../scripts/console/chromium.mjs'
import { atEnd } from '../closings.ts'
import { eventually } from '../eventually.ts'
import { onTestEnd } from '../evidence.ts'
import { PATIENCE_MS } from '../patience.ts'

const require = createRequire(import.meta.url)
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

let running: Promise<Browser> | undefined

/** One browser for all test files of a process, which it ends with; each `visit` is a visitor of its own. */
async function browser(): Promise<Browser> {
  running ??= launch()
  return running
}

/** No page lives long enough to earn back what compiling its hot functions costs: a tenth of all processor time. */
const NOTHING_OPTIMIZED = '--js-flags=--no-opt,--no-maglev'

async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('No Chromium: run "node scripts/console/chromium.mjs", or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: [...FLAGS, NOTHING_OPTIMIZED] })
}

export type Visitor = {
  context: BrowserContext
  page: Page
  complaints: string[]
  /** For a page that was only used: its process, half of what a visit costs, serves the next visitor of this kind. */
  leave(): Promise<void>
}

type Look = BrowserContextOptions & {
  /** How long ago it is in this browser, where it is not the present. */
  clockBehindMs?: number | undefined
}

/** Who has left, by the service and the kind of browser. */
const gone = new Map<string, Visitor[]>()

/** A visitor with a page that nobody is signed in on; what it complains about in its console is collected. */
export async function visit(baseURL: string, options: Look = {}): Promise<Visitor> {
  const kind = JSON.stringify([baseURL, options])
  const before = gone.get(kind) ?? []
  gone.set(kind, before)
  return before.pop() ?? newVisitor(baseURL, options, before)
}

async function newVisitor(
  baseURL: string,
  { clockBehindMs, ...options }: Look,
  others: Visitor[],
): Promise<Visitor> {
  const context = await (await browser()).newContext({
    baseURL,
    viewport: DESKTOP,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce', // no test waits for a transition
    ...options,
  })
  atEnd(() => {
    others.length = 0 // the service ends with the file
    return context.close()
  })
  await keepEvidence(context)
  if (clockBehindMs) await context.addInitScript(setBack(clockBehindMs))
  const page = await context.newPage()
  underWay.set(page, countRequests(page))
  page.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  const visitor = { context, page, complaints, leave }
  return visitor

  async function leave(): Promise<void> {
    await page.goto('/healthz') // of the same origin, for what it has stored
    await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    await context.clearCookies()
    complaints.length = 0
    others.push(visitor)
  }
}

/** Not Playwright's clock, which puts its own timers in place of the browser's. */
const setBack = (ms: number): string => `{
  const Present = Date
  Date = class extends Present {
    constructor(...given) {
      super(...(given.length > 0 ? given : [Present.now() - ${ms}]))
    }
    static now() {
      return Present.now() - ${ms}
    }
  }
}`

const underWay = new WeakMap<Page, () => number>()

/** How many requests have not been answered; the live feed never is. */
function countRequests(page: Page): () => number {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

/** The page is there: its heading, nothing that still stands in for content, and nothing that it waits for. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Not expect.poll: that is for tests alone, and pages are also opened before them.
  await eventually(async () => {
    expect(underWay.get(page)?.()).toBe(0) // before the browser is asked, whose frames cost processor time
    const standIns = await page.evaluate(STAND_INS_AFTER_TWO_FRAMES)
    expect([standIns, underWay.get(page)?.()]).toEqual([0, 0])
  })
}

/** By then what has been answered is shown, and what that asks for is asked. */
const STAND_INS_AFTER_TWO_FRAMES = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => document.querySelectorAll('.mantine-Skeleton-root').length)`

/**
 * As a link within the console leads there, at half of what loading it costs in processor time: by way of a page that holds
 * nothing, so that what stood open is gone, and later, so that what the browser knows is asked for anew.
 */
export async function followTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '/nothing')`)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await page.evaluate(`document.querySelectorAll('.mantine-Notification-closeButton').forEach((one) => one.click())
    Object.keys(sessionStorage).filter((key) => key.startsWith('fieldnote-draft-'))
      .forEach((key) => sessionStorage.removeItem(key)) // what another test typed
    Date.now = ((now) => () => now() + ${KNOWN_FOR_MS})(Date.now)
    history.pushState({}, '', ${JSON.stringify(address)})`)
}

/** For how long the console does not ask again. */
const KNOWN_FOR_MS = 15_000

export const DESKTOP = { width: 1280, height: 860 }
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** What the checker finds serious or critical, one line each. */
async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated through the debugger, which the page's policy does not bind.
  if (await page.evaluate('!window.axe')) await page.evaluate(`${AXE}; void 0`)
  const violations = await page.evaluate<Violation[]>(CHECK)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${help}: ${target} ${html.slice(0, 200)}`),
    )
}

/** What passed is not described, which took more time than the rules. */
const CHECK = `axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  preload: false, // none of these rules reads style sheets
}).then(({ violations }) => violations)`

type Violation = { id: string; help: string; impact: string; nodes: { target: string[]; html: string }[] }

export async function expectAccessible(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([])
}

/** What the keyboard is on, by its name. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(({ activeElement: at }) =>
    at.ariaLabel ?? at.labels?.[0]?.firstChild.textContent ?? at.tagName)(document)`)

/** What the keyboard is on, by its words. */
export const focusedText = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.textContent')

/** Nothing sticks out to the right: a phone's page never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  expect(tooWide).toBe(false)
}

/** Records from here on, test by test; only what belongs to a failure is written. */
async function keepEvidence(context: BrowserContext): Promise<void> {
  // Without pictures of every step, which made the tests in browsers take a fifth more processor time.
  await context.tracing.start()
  const forget = onTestEnd({
    async passed() {
      await context.tracing.stopChunk()
      await context.tracing.startChunk()
    },
    async failed(folder, visitor) {
      for (const [at, page] of context.pages().entries()) {
        const path = join(folder, `page-${visitor}-${at + 1}`)
        await page.screenshot({ path: `${path}.png` })
        writeFileSync(`${path}.html`, await page.content())
      }
      await context.tracing.stopChunk({ path: join(folder, `trace-${visitor}.zip`) })
      await context.tracing.startChunk()
    },
  })
  context.once('close', forget)
}
