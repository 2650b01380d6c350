import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addressOf,
  findSubjects,
  OPEN_PAGES,
  PROJECT_PAGES,
  type Subjects,
} from '../../scripts/console/console-pages.mjs'
import { get } from '../digest/digesting.ts'
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  settled,
  type Visitor,
  visit,
} from './browser.ts'
import { type Console, openEmptyConsole, openSampleConsole } from './console.ts'

const PHONE_IN_THE_DARK = { ...PHONE, colorScheme: 'dark' } as const

/** Whatever the project holds. */
const ALWAYS_ALIKE = ['new-study', 'guidelines', 'connect', 'members', 'privacy', 'project']

describe.each([
  ['empty', openEmptyConsole, PHONE_IN_THE_DARK],
  ['full', openSampleConsole, { colorScheme: 'light' }],
] as const)('every page of a project that is %s', (_, openConsole, look) => {
  let service: Console
  let subjects: Subjects
  let visitor: Visitor
  beforeAll(async () => {
    service = await openConsole()
    subjects = await findSubjects((path) => get(service, path))
    visitor = await service.open('', look)
  })

  it.each(PROJECT_PAGES)(
    '$name can be used by everyone, and the browser has no complaint',
    async ({ name, path }) => {
      const address = addressOf(path, service.projectId, subjects)
      if (address === null) return // an empty project has no issue to look at
      if (look === PHONE_IN_THE_DARK && ALWAYS_ALIKE.includes(name)) return
      const { page, complaints } = visitor

      await page.goto(address)
      await expectUsable(page)
      // The same page in the other look: loading it took as long as checking it.
      if (look !== PHONE_IN_THE_DARK) {
        await page.setViewportSize(PHONE.viewport)
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectUsable(page)
        await page.setViewportSize(DESKTOP)
        await page.emulateMedia({ colorScheme: 'light' })
      }

      expect(complaints.splice(0)).toEqual([])
    },
  )
})

async function expectUsable(page: Page): Promise<void> {
  await settled(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

describe('pages before signing in', () => {
  let url: string
  beforeAll(async () => {
    ;({ url } = await openEmptyConsole())
  })

  it.each(OPEN_PAGES)('$name can be used by everyone', async ({ path }) => {
    const { page, leave } = await visit(url)
    await page.goto(path)
    await settled(page)

    await expectAccessible(page)
    await leave()
  })
})
