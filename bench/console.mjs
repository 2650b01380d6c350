// npm run bench:console — what opening the console costs: compressed script of the first load of each page, the time
// until its content is there, and what the browser complains about. Budget: 250 kB of script, no complaints.

import { printTable } from '../scripts/bench.mjs'
import {
  ACCOUNT_PAGES,
  addressOf,
  findSubjects,
  OPEN_PAGES,
  PROJECT_PAGES,
} from '../scripts/console/console-pages.mjs'
import { openConsole } from '../scripts/console/console-session.mjs'

const SCRIPT_BUDGET_KB = 250

const session = await openConsole()
let within = true
try {
  const found = await findSubjects((path) => session.get(`/api/projects/${session.full}${path}`))
  const pages = [
    ...PROJECT_PAGES.map(({ name, path }) => ({ name, address: addressOf(path, session.full, found) })),
    ...ACCOUNT_PAGES.map(({ name, path }) => ({ name, address: path })),
    ...OPEN_PAGES.map(({ name, path }) => ({ name, address: path, anonymous: true })),
  ]
  const rows = [['first load of', 'script kB', 'style kB', 'content ms', 'complaints']]
  for (const page of pages) rows.push(await measure(page))
  printTable(rows)
} finally {
  await session.close()
}
console.log(within ? 'within budget' : `over budget: ${SCRIPT_BUDGET_KB} kB of script, no complaints`)
process.exitCode = within ? 0 : 1

/** With an empty cache, as on a first visit. */
async function measure({ name, address, anonymous = false }) {
  const visitor = await session.visit({ anonymous })
  const page = await visitor.newPage()
  const complaints = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  const begun = performance.now()
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  const shown = performance.now() - begun
  await page.waitForTimeout(500) // what is loaded after the first paint counts as well
  const sizes = await page.evaluate(`performance.getEntriesByType('resource').map((entry) => [
    new URL(entry.name).pathname.split('.').pop(), entry.encodedBodySize])`)
  const kilobytes = (kind) =>
    sizes.filter(([type]) => type === kind).reduce((sum, [, size]) => sum + size, 0) / 1000
  const script = kilobytes('js')
  within &&= script <= SCRIPT_BUDGET_KB && complaints.length === 0
  for (const complaint of complaints) console.error(`${name}: ${complaint}`)
  await visitor.close()
  return [name, script.toFixed(1), kilobytes('css').toFixed(1), shown.toFixed(0), complaints.length]
}
