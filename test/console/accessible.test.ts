import { beforeAll, describe, expect, it } from 'vitest'
import {
  addressOf,
  findSubjects,
  OPEN_PAGES,
  PROJECT_PAGES,
  type Subjects,
} from '../../scripts/console-pages.mjs'
import { get } from '../digest/digesting.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE, settled, visit } from './browser.ts'
import { type Console, openEmptyConsole, openSampleConsole } from './console.ts'

const LOOKS = [
  ['desktop, light', { colorScheme: 'light' }],
  ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
] as const

describe.each([
  ['empty', openEmptyConsole],
  ['full', openSampleConsole],
] as const)('every page of a project that is %s', (_, openConsole) => {
  let open: Console['open']
  let subjects: Subjects
  beforeAll(async () => {
    const service = await openConsole()
    open = service.open
    subjects = await findSubjects((path) => get(service, path))
  }, 180_000)

  describe.each(LOOKS)('on a %s', (_, look) => {
    it.each(PROJECT_PAGES)(
      '$name can be used by everyone, and the browser has no complaint',
      async ({ path }) => {
        const address = addressOf(path, '', subjects)
        if (address === null) return // an empty project has no issue to look at

        const visitor = await open(address.slice('/p/'.length), look)
        await settled(visitor.page)

        await expectAccessible(visitor.page)
        await expectNoSidewaysScroll(visitor.page)
        expect(visitor.complaints).toEqual([])
        await visitor.context.close()
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
    const visitor = await visit(url)
    await visitor.page.goto(path)
    await settled(visitor.page)

    await expectAccessible(visitor.page)
    await visitor.context.close()
  })
})
