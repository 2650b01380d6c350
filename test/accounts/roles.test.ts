// Every operation of the admin API, as nobody, as a stranger, in each role, and by each kind of token.
import { beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_OPERATIONS } from '../../src/accounts/routes.ts'
import type { AdminOperation } from '../../src/admin/operation.ts'
import { ADMIN_OPERATIONS } from '../../src/admin/routes.ts'
import { ROLES } from '../../src/contract/labels.ts'
import { WORKER_LOCK_SEED } from '../../src/db/advisory-locks.ts'
import { claimProject } from '../../src/db/digest/digest-jobs.ts'
import { inTransaction } from '../../src/db/pool.ts'
import { TEAM_TOOLS } from '../../src/mcp/team/tools.ts'
import { PUBLIC_OPERATIONS } from '../../src/rest/routes.ts'
import { readObservation, startEngine } from '../digest/digesting.ts'
import { makeThings } from '../fuzz/world.ts'
import { accessToken, answerOf, bearer, teamUrl } from '../mcp/team/asking.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  batch,
  type Person,
  signIn,
  startService,
  type TestService,
} from '../service.ts'

const UNKNOWN = '00000000-0000-7000-8000-000000000000'

/** Of the admin API, or of agents. */
type Operation = Pick<AdminOperation, 'operationId' | 'method' | 'path' | 'body'>
/** What an operation refuses to do without, whatever the id. */
const QUERIES: Record<string, string> = { explain_study: '?user_id=user-42' }

/** Makes an issue that nobody has read or changed. */
const UNREAD = { title: 'Sign-in asks twice', description: 'The password is asked for again after the code.' }

type Refused = { detail: unknown }
type Verdict = 'allowed' | 401 | 403 | 404

/** Until what was made is imported and digested: from then on the workers write nothing. */
async function untilNothingIsLeftToDo({ db, deps, projectId }: TestService): Promise<void> {
  const importing = async () => (await db.query(`SELECT FROM import WHERE state <> 'done'`)).rowCount
  await expect.poll(importing).toBe(0)
  const { model } = startEngine()
  const claim = `SELECT pg_advisory_xact_lock(hashtextextended($1, ${WORKER_LOCK_SEED}))`
  const digesting = () =>
    inTransaction(db, async (tx) => {
      await tx.query(claim, [projectId]) // once no worker is at it
      return claimProject(tx, deps.now(), model)
    })
  await expect.poll(digesting).toBeUndefined()
}

/** Of each table a sum of all its rows. */
async function contents({ db }: TestService): Promise<Record<string, string | null>> {
  const { rows: tables } = await db.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
  const sums = tables.map(
    ({ tablename: name }) =>
      `SELECT '${name}' AS name, md5(string_agg(t::text, '' ORDER BY t::text)) AS sum FROM "${name}" t`,
  )
  const { rows } = await db.query(sums.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

describe('roles', () => {
  let service: TestService
  let elsewhere: Awaited<ReturnType<typeof anotherProject>>
  let theirs: Person
  /** Of the project, one of each thing. */
  let ids: Record<string, string>
  const callers: Record<string, Record<string, string>> = {}
  beforeAll(async () => {
    service = await startService()
    elsewhere = await anotherProject(service)
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
    theirs = await signIn(service, { projectId: elsewhere.projectId })
    ids = { ...(await makeThings(service)), account_id: people.viewer.account.id }
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

  async function attempt(
    { operationId, method, path, body }: Operation,
    headers: Record<string, string>,
    idOf = (name: string) => (name === 'project_id' ? service.projectId : UNKNOWN),
  ) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(idOf(name)))
    const response = await fetch(service.url + filled + (QUERIES[operationId] ?? ''), {
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

  // First, while nothing has been made that is digested for long.
  it('changes nothing where it only reads, over the admin API and with the tools of the team', async () => {
    const { headers } = await signIn(service)
    const team = bearer(await accessToken(await signIn(service)))
    await answerOf(teamUrl(service), team, 'get_overview') // when a token was last used is written once a minute
    const reads = [...ADMIN_OPERATIONS, ...ACCOUNT_OPERATIONS].filter(({ method }) => method === 'GET')
    const { body } = await service.call('POST', '/observations/', batch({ observations: [UNREAD] }))
    await untilNothingIsLeftToDo(service)
    const issue_id = (await readObservation(service, body.results[0]?.id)).issue?.id ?? UNKNOWN
    const idOf = (name: string) => (name === 'issue_id' ? issue_id : (ids[name] ?? UNKNOWN))
    const asked: Record<string, object> = {
      count_observations: {},
      fetch: { id: `issue:${issue_id}` },
      find_similar: { issue_id },
      get_issue: { issue_id },
      get_overview: {},
      get_study_answers: { study_id: idOf('study_id') },
      list_issues: {},
      list_issues_to_review: {},
      list_studies: {},
      search: { query: 'export' },
      search_observations: { q: 'export' },
    }
    const tools = TEAM_TOOLS.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)
    expect(Object.keys(asked)).toEqual(tools.sort())

    const before = await contents(service)

    for (const operation of reads) await attempt(operation, headers, idOf)
    for (const [name, args] of Object.entries(asked)) await answerOf(teamUrl(service), team, name, args)

    expect(await contents(service)).toEqual(before)
  })

  const operations = ADMIN_OPERATIONS.map((operation) => [operation.operationId, operation] as const)

  it.each(operations)('%s', async (_, operation) => {
    const verdicts: Record<string, Verdict> = {}

    for (const [caller, headers] of Object.entries(callers))
      verdicts[caller] = verdictOf(await attempt(operation, headers))

    const wanted = Object.keys(callers).map((caller) => [caller, expected(operation, caller)])
    expect(verdicts).toEqual(Object.fromEntries(wanted))
  })

  /** With an id beside the project's, in its path. */
  const crossing = [...ADMIN_OPERATIONS, ...PUBLIC_OPERATIONS]
    .filter(({ path }) => (path.match(/\{\w+\}/g) ?? []).length > 1 && path.includes('{project_id}'))
    .map((operation: Operation) => [operation.operationId, operation] as const)

  function realId(name: string): string {
    const id = ids[name]
    if (id === undefined) throw new Error(`there is no ${name}: make one in test/fuzz/world.ts`)
    return id
  }

  it.each(crossing)('%s finds nothing of another project by its id', async (operationId, operation) => {
    const idOf = (name: string) => (name === 'project_id' ? elsewhere.projectId : realId(name))
    const headers = operation.path.startsWith('/v1') ? { 'X-Api-Key': elsewhere.key } : theirs.headers

    const { status } = await attempt(operation, headers, idOf)

    // Erasing whoever is called so may be repeated: of nobody, it takes nothing.
    expect([400, 404]).toContain(operationId === 'erase_user' && status === 200 ? 404 : status)
  })

  it.each(crossing.filter(([, { method }]) => method === 'GET'))(
    '%s finds it in its own project, whatever was tried from elsewhere',
    async (_, operation) => {
      const { status } = await attempt(operation, callers.owner ?? {}, (name) =>
        name === 'project_id' ? service.projectId : realId(name),
      )

      expect([200, 409]).toContain(status) // 409: it is there, and has no rematch
    },
  )

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
    const tags = `/projects/${service.projectId}/tags` as const
    const before = [await editor.call('GET', tags), await editor.call('GET', tags, undefined, headers)]

    await service.admin('DELETE', `/projects/${service.projectId}/members/${editor.account.id}`)

    const after = [await editor.call('GET', tags), await editor.call('GET', tags, undefined, headers)]
    expect(before.map(({ status }) => status)).toEqual([200, 200])
    expect(after.map(({ status }) => status)).toEqual([404, 404])
  })
})
