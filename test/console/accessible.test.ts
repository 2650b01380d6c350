import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addressOf,
  findSubjects,
  OPEN_PAGES,
  PROJECT_PAGES,
  type Subjects,
} from '../../scripts/console-pages.mjs'
import { get } from '../digest/digesting.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE, settled, type Visitor, visit } from './browser.ts'
import { type Console, openEmptyConsole, openSampleConsole } from './console.ts'

type Look = [name: string, options: BrowserContextOptions]

const DESKTOP: Look = ['desktop, light', { colorScheme: 'light' }]
const POCKET: Look = ['phone, dark', { ...PHONE, colorScheme: 'dark' }]

describe.each([
  ['empty', openEmptyConsole, [POCKET]],
  ['full', openSampleConsole, [DESKTOP, POCKET]],
] as const)('every page of a project that is %s', (_, openConsole, looks) => {
  let service: Console
  let subjects: Subjects
  beforeAll(async () => {
    service = await openConsole()
    subjects = await findSubjects((path) => get(service, path))
  })

  describe.each([...looks])('on a %s', (_, look) => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await service.open('', look)
    })

    it.each(PROJECT_PAGES)(
      '$name can be used by everyone, and the browser has no complaint',
      async ({ path }) => {
        const address = addressOf(path, service.projectId, subjects)
        if (address === null) return // an empty project has no issue to look at

        await visitor.page.goto(address)
        await settled(visitor.page)

        await expectAccessible(visitor.page)
        await expectNoSidewaysScroll(visitor.page)
        expect(visitor.complaints.splice(0)).toEqual([])
      },
    )
  })
})

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
