// Every tool of the team's endpoint, for everybody who might call it.
import { beforeAll, describe, expect, it } from 'vitest'
import { TEAM_TOOLS } from '../../../src/mcp/team/tools.ts'
import { connect } from '../../accounts/oauth/flow.ts'
import { type MadeIssue, makeIssue } from '../../issues.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  type Loose,
  makeStudy,
  send,
  signIn,
  startService,
  type TestService,
} from '../../service.ts'
import { accessToken, ask, bearer, callTeam, teamUrl } from './asking.ts'

type Verdict = 'allowed' | 'read only' | 401 | 403 | 404

const EXPECTED: Record<string, Verdict> = {
  nobody: 401,
  'an unknown token': 401,
  'an agent key as Bearer': 401,
  'an agent key as ApiKey': 401,
  'the admin token': 401,
  'a stranger’s access token': 404,
  'a viewer’s access token': 'read only',
  'an editor’s access token': 'allowed',
  'an owner’s access token': 'allowed',
  'OAuth agent': 403,
  'OAuth team:read': 'read only',
  'OAuth team:read team:write': 'allowed',
  'OAuth team:read team:write, since made a viewer': 'read only',
  'OAuth of another project': 401,
}

describe('the team endpoint', () => {
  let service: TestService
  let url: string
  const callers: Record<string, Record<string, string>> = {}
  let issues: MadeIssue[]
  let studyId: string
  beforeAll(async () => {
    service = await startService()
    url = teamUrl(service)
    issues = [await makeIssue(service, 'Export stops early'), await makeIssue(service, 'Import is slow')]
    studyId = (await makeStudy(service)).id
    const { projectId } = await anotherProject(service)
    const there = { ...service, projectId }
    const stranger = await signIn(there, { role: 'editor', projectId })
    const editor = await signIn(service, { role: 'editor' })
    const demoted = await signIn(service, { role: 'editor' })
    const allow = async (person: typeof editor, scope: string, resource = url) =>
      bearer((await connect(service, person, { scope, resource })).access_token)
    Object.assign(callers, {
      nobody: {},
      'an unknown token': bearer('fnp_unknown'),
      'an agent key as Bearer': bearer(service.key),
      'an agent key as ApiKey': { Authorization: `ApiKey ${service.key}` },
      'the admin token': bearer(ADMIN_TOKEN),
      'a stranger’s access token': bearer(await accessToken(stranger)),
      'a viewer’s access token': bearer(await accessToken(await signIn(service, { role: 'viewer' }))),
      'an editor’s access token': bearer(await accessToken(editor)),
      'an owner’s access token': bearer(await accessToken(await signIn(service))),
      'OAuth agent': await allow(editor, 'agent'),
      'OAuth team:read': await allow(editor, 'team:read'),
      'OAuth team:read team:write': await allow(editor, 'team:read team:write'),
      'OAuth team:read team:write, since made a viewer': await allow(demoted, 'team:read team:write'),
      'OAuth of another project': await allow(stranger, 'team:read team:write', teamUrl(there)),
    })
    const member = `/projects/${service.projectId}/members/${demoted.account.id}`
    await service.admin('PATCH', member, { role: 'viewer' })
  })

  const argumentsOf: Record<string, () => object> = {
    get_issue: () => ({ issue_id: issues[0]?.id }),
    find_similar: () => ({ issue_id: issues[0]?.id }),
    get_study_answers: () => ({ study_id: studyId }),
    search: () => ({ query: 'export' }),
    fetch: () => ({ id: `issue:${issues[0]?.id}` }),
    update_issue: () => ({ issue_id: issues[0]?.id, status: 'planned' }),
    merge_issues: () => ({ issue_id: 'no such issue', into_id: issues[0]?.id }),
    create_study: () => ({ question: 'Why do you export?' }),
  }

  /** What the call came to; a refusal of the domain means that the caller was let through. */
  function verdictOf({ status, body }: { status: number; body: Loose }): Verdict {
    if (status !== 200) return status as Verdict
    const [{ text }] = body.result.content
    return body.result.isError && /needs the (role|scope)/.test(text) ? 'read only' : 'allowed'
  }

  const written = async () =>
    (await service.db.query("SELECT count(*)::int AS count FROM audit_log WHERE actor LIKE '% of %'")).rows[0]
      .count

  const cases = TEAM_TOOLS.flatMap((tool) =>
    Object.entries(EXPECTED).map(([caller, verdict]) => [tool.name, caller, verdict, tool] as const),
  )

  it.each(cases)('%s, called by %s: %s', async (name, caller, verdict, { annotations }) => {
    const before = await written()

    const answer = await callTeam(url, callers[caller] ?? {}, name, argumentsOf[name]?.())

    const reads = annotations.readOnlyHint
    expect(verdictOf(answer)).toBe(verdict === 'read only' && reads ? 'allowed' : verdict)
    if (verdict !== 'allowed' || reads) expect(await written()).toBe(before)
  })

  it.each(Object.entries(EXPECTED))('lists to %s what may be called: %s', async (caller, verdict) => {
    const { status, body } = await ask(url, callers[caller] ?? {}, 'tools/list')

    if (typeof verdict === 'number') return expect(status).toBe(verdict)
    const names = TEAM_TOOLS.filter(({ annotations }) => verdict === 'allowed' || annotations.readOnlyHint)
    expect(body.result.tools.map(({ name }: Loose) => name)).toEqual(names.map(({ name }) => name))
  })

  it('says where a token is to be had, with the address as it was asked for', async () => {
    for (const address of [url, url.slice(0, -1)]) {
      const { headers } = await ask(address, {}, 'tools/list')
      const [, metadata = ''] =
        /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? []
      const { body } = await send(metadata, 'GET')

      expect(headers.get('www-authenticate')).toContain('scope="team:read team:write"')
      expect(body).toMatchObject({ resource: address, scopes_supported: ['team:read', 'team:write'] })
    }
  })

  it('names the token or the app, and whose it is, in the audit log', async () => {
    const change = { issue_id: issues[1]?.id, status: 'planned' }
    await callTeam(url, callers['an editor’s access token'] ?? {}, 'update_issue', change)
    await callTeam(url, callers['OAuth team:read team:write'] ?? {}, 'update_issue', change)

    const { body } = await service.admin('GET', `/projects/${service.projectId}/audit?limit=2`)

    expect(body.items.map(({ actor }: Loose) => actor)).toEqual([
      expect.stringMatching(/^app Test client of editor-/),
      expect.stringMatching(/^token Script of editor-/),
    ])
  })
})
