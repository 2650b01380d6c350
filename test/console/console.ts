// The console as tests open it: a service, an owner, and a browser that is signed in; empty, or with a month of sample.
import type { BrowserContextOptions } from 'playwright-core'
import type { Role } from '../../src/contract/labels.ts'
import { type Person, signIn, startService, type TestService } from '../service.ts'
import { startSampleService } from '../setup/sample.ts'
import { type Visitor, visit } from './browser.ts'

export type Console = TestService & {
  owner: Person
  /** Opens a page below the project, as the owner unless said otherwise. */
  open(path: string, options?: BrowserContextOptions & { role?: Role }): Promise<Visitor>
  /** Opens any page, in a browser where this person is signed in. */
  openAs(person: Person, path: string, options?: BrowserContextOptions): Promise<Visitor>
}

/** A project that nothing has happened in. */
export async function openEmptyConsole(): Promise<Console> {
  const service = await startService()
  service.clock.now = new Date() // the browser's
  return withPeople(service)
}

/** A project with a month of digested sample data; service and browser are at its end. */
export async function openSampleConsole(): Promise<Console> {
  const service = await startSampleService()
  return withPeople(service, Date.now() - service.clock.now.getTime())
}

async function withPeople(service: TestService, clockBehindMs?: number): Promise<Console> {
  const owner = await signIn(service, { email: 'ada@example.com' })
  const openAs: Console['openAs'] = async (person, path, options) => {
    const visitor = await visit(service.url, { clockBehindMs, ...options })
    await visitor.context.addCookies(cookiesOf(person, service.url))
    await visitor.page.goto(path)
    return visitor
  }
  const open: Console['open'] = async (path, { role, ...options } = {}) => {
    const person = role ? await signIn(service, { role }) : owner
    return openAs(person, `/p/${service.projectId}${path}`, options)
  }
  return { ...service, owner, open, openAs }
}

const cookiesOf = ({ headers }: Person, url: string) =>
  headers.Cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })
