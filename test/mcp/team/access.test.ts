// Every tool of the team's endpoint, for everybody who might call it: role × scope × project, from the list of tools.
import { beforeAll, describe, expect, it } from 'vitest'
import { TEAM_TOOLS } from '../../../src/mcp/team/tools.ts'
import { connect } from '../../accounts/oauth/flow.ts'
import { type MadeIssue, makeIssue } from '../../issues.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  answer,
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
  'the admin token': 'allowed',
  'a session cookie': 401,
  'a stranger’s access token': 404,
  'a revoked access token': 401,
  'a viewer’s access token': 'read only',
  'an editor’s access token': 'allowed',
  'an owner’s access token': 'allowed',
  'OAuth agent': 403,
  'OAuth team:read of a viewer': 'read only',
  'OAuth team:read': 'read only',
  'OAuth team:read of an owner': 'read only',
  'OAuth team:write alone': 403,
  'OAuth team:read team:write': 'allowed',
  'OAuth team:read team:write of an owner': 'allowed',
  'OAuth agent team:read team:write': 'allowed',
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
    const titles = ['Export stops early', 'Export is slow', 'Export lacks a column', 'Export needs a button']
    issues = await Promise.all(titles.map((title) => makeIssue(service, title)))
    studyId = (await makeStudy(service)).id
    // So much that has the word that a search need not ask a worker, which it would wait for in vain, for seconds.
    for (const user_id of ['ann', 'ben', 'cleo', 'dan'])
      await service.call(
        'POST',
        `/research/studies/${studyId}/answers/`,
        answer({ user_id, answer: 'I export it.' }),
      )
    const { projectId } = await anotherProject(service)
    const there = { ...service, projectId }
    const stranger = await signIn(there, { role: 'editor', projectId })
    const [viewer, editor, owner, demoted] = [
      await signIn(service, { role: 'viewer' }),
      await signIn(service, { role: 'editor' }),
      await signIn(service),
      await signIn(service, { role: 'editor' }),
    ]
    const allow = async (person: typeof editor, scope: string, resource = url) =>
      bearer((await connect(service, person, { scope, resource })).access_token)
    const revoked = await accessToken(owner)
    const tokenId = (await owner.call('GET', '/tokens')).body.items[0]?.id
    await owner.call('DELETE', `/tokens/${tokenId}`)
    Object.assign(callers, {
      nobody: {},
      'an unknown token': bearer('fnp_unknown'),
      'an agent key as Bearer': bearer(service.key),
      'an agent key as ApiKey': { Authorization: `ApiKey ${service.key}` },
      'the admin token': bearer(ADMIN_TOKEN),
      'a session cookie': owner.headers,
      'a stranger’s access token': bearer(await accessToken(stranger)),
      'a revoked access token': bearer(revoked),
      'a viewer’s access token': bearer(await accessToken(viewer)),
      'an editor’s access token': bearer(await accessToken(editor)),
      'an owner’s access token': bearer(await accessToken(owner)),
      'OAuth agent': await allow(editor, 'agent'),
      'OAuth team:read of a viewer': await allow(viewer, 'team:read'),
      'OAuth team:read': await allow(editor, 'team:read'),
      'OAuth team:read of an owner': await allow(owner, 'team:read'),
      'OAuth team:write alone': await allow(editor, 'team:write'),
      'OAuth team:read team:write': await allow(editor, 'team:read team:write'),
      'OAuth team:read team:write of an owner': await allow(owner, 'team:read team:write'),
      'OAuth agent team:read team:write': await allow(owner, 'agent team:read team:write', service.mcpUrl),
      'OAuth team:read team:write, since made a viewer': await allow(demoted, 'team:read team:write'),
      'OAuth of another project': await allow(stranger, 'team:read team:write', teamUrl(there)),
    })
    const member = `/projects/${service.projectId}/members/${demoted.account.id}` as const
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
    review_issue: () => ({ reviews: [{ issue_id: issues[2]?.id, title: 'Exports' }] }),
    judge_duplicates: () => ({
      verdicts: [{ issue_id: issues[0]?.id, other_id: issues[3]?.id, verdict: 'different' }],
    }),
  }

  /** What the call came to; a refusal of the domain means that the caller was let through. */
  function verdictOf({ status, body }: { status: number; body: Loose }): Verdict {
    if (status !== 200) return status as Verdict
    const [{ text }] = body.result.content
    return body.result.isError && /needs the (role|scope)/.test(text) ? 'read only' : 'allowed'
  }

  /** All that changes leave behind. */
  const changes = async () => (await service.count('audit_log')) + (await service.count('study'))

  it.each(Object.entries(EXPECTED))('each tool, called by %s: %s', async (caller, verdict) => {
    const before = await changes()

    const answers = await Promise.all(
      TEAM_TOOLS.map(async ({ name }) => {
        const answer = await callTeam(url, callers[caller] ?? {}, name, argumentsOf[name]?.())
        return [name, verdictOf(answer)] as const
      }),
    )

    const expected = TEAM_TOOLS.map(({ name, forWriters }) => {
      const only = verdict === 'read only' && !forWriters
      return [name, only ? 'allowed' : verdict] as const
    })
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected))
    if (verdict !== 'allowed') expect(await changes()).toBe(before)
  })

  it.each(Object.entries(EXPECTED))('lists to %s what may be called: %s', async (caller, verdict) => {
    const { status, body } = await ask(url, callers[caller] ?? {}, 'tools/list')

    if (typeof verdict === 'number') return expect(status).toBe(verdict)
    const names = TEAM_TOOLS.filter(({ forWriters }) => verdict === 'allowed' || !forWriters)
    expect(body.result.tools.map(({ name }: Loose) => name)).toEqual(names.map(({ name }) => name))
  })

  it('says where a token is to be had, with the address as it was asked for', async () => {
    for (const address of [url, url.slice(0, -1)]) {
      const { headers } = await ask(address, {}, 'tools/list')
      const metadata = address.replace('/mcp/', '/.well-known/oauth-protected-resource/mcp/')
      const { body } = await send(metadata, 'GET')

      expect(headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${metadata}", scope="team:read team:write"`,
      )
      expect(body).toMatchObject({ resource: address, scopes_supported: ['team:read', 'team:write'] })
    }
  })

  it('names the token or the app, and whose it is, in the audit log', async () => {
    const change = { issue_id: issues[1]?.id, status: 'planned' }
    await callTeam(url, callers['an editor’s access token'] ?? {}, 'update_issue', change)
    await callTeam(url, callers['OAuth team:read team:write'] ?? {}, 'update_issue', {
      ...change,
      status: 'open',
    })

    const { body } = await service.admin('GET', `/projects/${service.projectId}/audit?limit=2`)

    expect(body.items.map(({ actor }) => actor)).toEqual([
      expect.stringMatching(/^app Test client of editor-/),
      expect.stringMatching(/^token Script of editor-/),
    ])
  })
})
