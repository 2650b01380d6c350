// Every operation of the admin API, as nobody, as a stranger, in each role, and by each kind of token.
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminOperation } from '../../src/admin/operation.ts'
import { ADMIN_OPERATIONS } from '../../src/admin/routes.ts'
import { ROLES } from '../../src/contract/labels.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  type Person,
  signIn,
  startService,
  type TestService,
} from '../service.ts'

const UNKNOWN = '00000000-0000-7000-8000-000000000000'

type Refused = { detail: unknown }
type Verdict = 'allowed' | 401 | 403 | 404

describe('roles', () => {
  let service: TestService
  const callers: Record<string, Record<string, string>> = {}
  beforeAll(async () => {
    service = await startService()
    const elsewhere = await anotherProject(service)
    const people = {
      stranger: await signIn(service, { role: 'viewer', projectId: elsewhere.projectId }),
      viewer: await signIn(service, { role: 'viewer' }),
      editor: await signIn(service, { role: 'editor' }),
      owner: await signIn(service, { role: 'owner' }),
    }
    callers.nobody = {}
    callers['the admin token'] = { Authorization: `Bearer ${ADMIN_TOKEN}` }
    for (const [name, person] of Object.entries(people)) {
      callers[name] = person.headers
      callers[`a token of the ${name}`] = { Authorization: `Bearer ${await tokenOf(person)}` }
    }
  })

  const tokenOf = async (person: Person): Promise<string> =>
    (await person.call('POST', '/tokens', { name: 'Script' })).body.token

  /** What the declared role means for this caller. */
  function expected({ role, path, inPerson }: AdminOperation, caller: string): Verdict {
    const [, holder = caller] = /^a token of the (\w+)$/.exec(caller) ?? []
    const ofProject = path.includes('{project_id}')
    if (caller === 'nobody') return 401
    if (holder === 'stranger' && ofProject) return 404
    if (inPerson && (caller === 'the admin token' || holder !== caller)) return 403
    if (caller === 'the admin token') return 'allowed'
    const rank = (name: string) => ROLES.indexOf((name === 'stranger' ? 'viewer' : name) as never)
    // Outside of projects only owners of some project are more than viewers.
    const held = ofProject || holder === 'owner' ? holder : 'viewer'
    return rank(held) >= rank(role) ? 'allowed' : 403
  }

  async function attempt({ method, path, body }: AdminOperation, headers: Record<string, string>) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      name === 'project_id' ? service.projectId : UNKNOWN,
    )
    const response = await fetch(service.url + filled, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body.example) }),
    })
    if (response.status >= 400) return { status: response.status, ...((await response.json()) as Refused) }
    await response.body?.cancel() // a stream would not end by itself
    return { status: response.status }
  }

  const verdictOf = ({ status, detail }: { status: number; detail?: unknown }): Verdict => {
    if (status === 401 || status === 403) return status
    return detail === 'project not found' ? 404 : 'allowed'
  }

  const operations = ADMIN_OPERATIONS.map((operation) => [operation.operationId, operation] as const)

  it.each(operations)('%s', async (_, operation) => {
    const verdicts: Record<string, Verdict> = {}

    for (const [caller, headers] of Object.entries(callers))
      verdicts[caller] = verdictOf(await attempt(operation, headers))

    const wanted = Object.keys(callers).map((caller) => [caller, expected(operation, caller)])
    expect(verdicts).toEqual(Object.fromEntries(wanted))
  })

  it('says which role is needed, and which one the caller has', async () => {
    const editor = await signIn(service, { role: 'editor' })

    const { status, body } = await editor.call('POST', `/projects/${service.projectId}/keys`, {
      name: 'Mine',
    })

    expect([status, body]).toEqual([403, { detail: 'this needs the role owner; yours is editor' }])
  })

  it('shows only the projects one belongs to, with the role in each', async () => {
    const viewer = await signIn(service, { role: 'viewer' })

    const { body } = await viewer.call('GET', '/projects')

    expect(body.items).toEqual([expect.objectContaining({ id: service.projectId, role: 'viewer' })])
  })

  it('makes whoever creates a project its owner', async () => {
    const owner = await signIn(service)

    const { status, body } = await owner.call('POST', '/projects', { name: 'Second' })

    expect([status, body.role]).toEqual([201, 'owner'])
    expect((await owner.call('GET', `/projects/${body.id}`)).body).toMatchObject({ role: 'owner' })
    const { body: members } = await owner.call('GET', `/projects/${body.id}/members`)
    expect(members.items).toEqual([expect.objectContaining({ account_id: owner.account.id, role: 'owner' })])
  })

  it('forgets a removed member at once, in every session and by every token', async () => {
    const editor = await signIn(service, { role: 'editor' })
    const headers = { Authorization: `Bearer ${await tokenOf(editor)}` }
    const tags = `/projects/${service.projectId}/tags`
    const before = [await editor.call('GET', tags), await editor.call('GET', tags, undefined, headers)]

    await service.admin('DELETE', `/projects/${service.projectId}/members/${editor.account.id}`)

    const after = [await editor.call('GET', tags), await editor.call('GET', tags, undefined, headers)]
    expect(before.map(({ status }) => status)).toEqual([200, 200])
    expect(after.map(({ status }) => status)).toEqual([404, 404])
  })
})
