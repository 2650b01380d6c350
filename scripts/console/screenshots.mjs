// npm run screenshots — every page of the console as a picture: desktop and phone, light and dark, empty and full.
// Written to ./screenshots; FOLDER changes that. `npm run screenshots -- issues` takes the pages of that name only.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ACCOUNT_PAGES, addressOf, findSubjects, OPEN_PAGES, PROJECT_PAGES } from './console-pages.mjs'
import { openConsole } from './console-session.mjs'

const FOLDER = process.env.FOLDER ?? 'screenshots'
const [only] = process.argv.slice(2)

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const SETTLE_MS = 700 // charts and pictures of fonts come after the last answer

const TICKETS = `Ticket ID,Subject,Body,Customer,Rating,Created
T-4810,Export stops at 10000 rows,"The yearly ledger has about 14,200 rows; the file ends early and says nothing.",cust-118,1,2026-03-02
T-4822,Can invoices be sent in French?,"Half of our customers are in Quebec, and translate every invoice by hand.",cust-207,3,2026-03-04
T-4829,Reminders went out twice,"Two customers got the same reminder within an hour, and called to complain.",cust-118,2,2026-03-05
T-4835,The new dashboard is great,"Finally sees at a glance which invoices are late.",cust-341,5,2026-03-09
T-4841,,,cust-077,4,2026-03-11
`

const session = await openConsole()
try {
  mkdirSync(FOLDER, { recursive: true })
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark']) await shootAll(size, viewport, colorScheme)
} finally {
  await session.close()
}

async function shootAll(size, viewport, colorScheme) {
  const look = { viewport, colorScheme, ...(size === 'phone' && { isMobile: true, hasTouch: true }) }
  const member = await session.visit(look)
  for (const [state, projectId] of [
    ['full', session.full],
    ['empty', session.empty],
  ]) {
    const found = await findSubjects((path) => session.get(`/api/projects/${projectId}${path}`))
    for (const { name, path } of PROJECT_PAGES)
      await shoot(member, addressOf(path, projectId, found), `${name}-${size}-${colorScheme}-${state}`)
  }
  await shoot(member, `/p/${session.empty}/settings/import`, `import-file-${size}-${colorScheme}`, chooseFile)
  for (const { name, path } of ACCOUNT_PAGES) await shoot(member, path, `${name}-${size}-${colorScheme}`)
  const stranger = await session.visit({ ...look, anonymous: true })
  for (const { name, path } of OPEN_PAGES) await shoot(stranger, path, `${name}-${size}-${colorScheme}`)
  await Promise.all([member.close(), stranger.close()])
}

async function chooseFile(page) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name: 'tickets.csv', mimeType: 'text/csv', buffer: Buffer.from(TICKETS) })
  await page.getByRole('table', { name: 'First rows' }).waitFor()
}

async function shoot(visitor, address, name, prepare = async () => {}) {
  if (address === null || (only && !name.startsWith(only))) return
  const page = await visitor.newPage()
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await prepare(page)
  await page.waitForTimeout(SETTLE_MS)
  const path = join(FOLDER, `${name}.png`)
  await page.screenshot({ path })
  console.log(path)
  await page.close()
}
