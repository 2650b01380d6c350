// Who takes an issue, what the team says about it, and the tickets that it became: in lists, history and exports.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMember } from '../../../src/db/projects/project-members.ts'
import { inNewProject } from '../../digest/digesting.ts'
import { type MadeIssue, makeIssue } from '../../issues.ts'
import {
  anotherProject,
  type Loose,
  type Person,
  signIn,
  startService,
  type TestService,
} from '../../service.ts'

let shared: TestService
let service: TestService
let ada: Person
let bob: Person
let owner: Person
let viewer: Person
let stranger: Person
let issue: MadeIssue
beforeAll(async () => {
  shared = await startService()
  const people = (['editor', 'editor', 'owner', 'viewer', 'owner'] as const).map((role) =>
    signIn(shared, { role }),
  )
  ;[ada, bob, owner, viewer, stranger] = (await Promise.all(people)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ]
})
beforeEach(async () => {
  service = await inNewProject(shared)
  const join = {
    [ada.account.id]: 'editor',
    [bob.account.id]: 'editor',
    [owner.account.id]: 'owner',
  } as const
  for (const [id, role] of Object.entries({ ...join, [viewer.account.id]: 'viewer' as const }))
    await insertMember(service.db, service.projectId, id, role, new Date())
  issue = await makeIssue(service, 'Export stops early')
})

const at = <const Path extends string>(path: Path) => `/projects/${service.projectId}${path}` as const
const one = <const Path extends string = ''>(path = '' as Path) => at(`/issues/${issue.id}${path}`)
const assign = (id: string | null, to = issue) =>
  ada.call('PATCH', at(`/issues/${to.id}`), { assignee_id: id })
const actions = async (): Promise<Loose[]> =>
  (await service.admin('GET', at(`/audit?subject=${issue.id}`))).body.items.map(
    ({ action, facts }: Loose) => ({ action, facts }),
  )
const titles = (answer: Loose): string[] => answer.body.items.map(({ title }: Loose) => title)

describe('assigning', () => {
  it('gives an issue to a member, in the history and without another change beside it', async () => {
    const { body } = await assign(ada.account.id)

    const { id: account_id, name, email } = ada.account
    expect(body.assignee).toEqual({ account_id, name, email })
    expect(await actions()).toEqual([{ action: 'issue.assigned', facts: { to: email, from: null } }])
    await assign(ada.account.id)
    expect(await actions()).toHaveLength(1)
  })

  it('refuses whoever is no member, and says so', async () => {
    for (const id of [stranger.account.id, service.projectId]) {
      const { status, body } = await assign(id)
      expect([status, body.detail]).toEqual([
        400,
        [{ loc: ['body', 'assignee_id'], msg: 'is not a member of this project', type: 'member' }],
      ])
    }
    expect(await actions()).toEqual([])
  })

  it('lists mine, those of nobody, and those of a member; and exports them the same', async () => {
    const other = await makeIssue(service, 'Password mail never arrives')
    await assign(ada.account.id)

    const mine = await ada.call('GET', at('/issues?assigned=me'))
    const nobodys = await ada.call('GET', at('/issues?assigned=none'))
    const hers = await service.admin('GET', at(`/issues?assignee=${ada.account.id}`))
    const exported = await ada.call('GET', at('/export/issues.jsonl?assigned=me'))

    expect(titles(mine)).toEqual(['Export stops early'])
    expect(titles(nobodys)).toEqual(['Password mail never arrives'])
    expect(titles(hers)).toEqual(['Export stops early'])
    expect(JSON.parse(exported.body)).toMatchObject({ id: issue.id, assignee: ada.account.email })
    expect(other.id).not.toBe(issue.id)
    const byToken = await service.admin('GET', at('/issues?assigned=me'))
    expect([byToken.status, byToken.body.detail[0].loc]).toEqual([400, ['query', 'assigned']])
  })

  it('goes to many at once, with or without a status', async () => {
    const other = await makeIssue(service, 'Password mail never arrives')
    const issue_ids = [issue.id, other.id]

    const { body } = await ada.call('POST', at('/issues/bulk'), { issue_ids, assignee_id: ada.account.id })

    expect(body.items.map(({ assignee, status }: Loose) => [assignee.name, status])).toEqual(
      issue_ids.map(() => [ada.account.name, 'open']),
    )
  })

  it('ends for whoever leaves the project', async () => {
    await assign(ada.account.id)

    await service.admin('DELETE', at(`/members/${ada.account.id}`))

    expect((await service.admin('GET', one())).body.assignee).toBeNull()
  })
})

describe('comments', () => {
  const say = (body: string, person = ada) => person.call('POST', one('/comments'), { body })

  it('are kept with who wrote them, name members, and count', async () => {
    const { body, status } = await say(
      `@${ada.account.email.toUpperCase()} and @nobody@example.com, see **#1**`,
    )

    expect(status).toBe(201)
    expect(body).toMatchObject({
      author: ada.account.email,
      author_name: ada.account.name,
      mentions: [{ account_id: ada.account.id }],
      own: true,
      edited_at: null,
    })
    expect((await service.admin('GET', one())).body.comment_count).toBe(1)
    expect(await actions()).toEqual([
      { action: 'issue.commented', facts: { comment_id: body.id, mentions: 1 } },
    ])
  })

  it('are changed by their author alone, and deleted by owners, too', async () => {
    const { body: comment } = await say('First.')
    const path = one(`/comments/${comment.id}`)

    expect((await bob.call('PATCH', path, { body: 'Mine now.' })).status).toBe(403)
    expect((await bob.call('DELETE', path)).status).toBe(403)
    expect((await owner.call('PATCH', path, { body: 'Mine now.' })).status).toBe(403)
    const { body: changed } = await ada.call('PATCH', path, { body: 'Second.' })
    expect(changed).toMatchObject({ body: 'Second.', edited_at: expect.any(String) })
    expect((await owner.call('GET', one('/comments'))).body.items).toEqual([{ ...changed, own: false }])
    expect((await owner.call('DELETE', path)).status).toBe(204)
    expect((await ada.call('GET', one('/comments'))).body.items).toEqual([])
    expect((await ada.call('DELETE', path)).status).toBe(404)
  })

  it('are not for viewers to write, nor for other projects to read', async () => {
    await say('Ours.')
    const elsewhere = await anotherProject(service)

    expect((await say('Mine.', viewer)).status).toBe(403)
    expect((await viewer.call('GET', one('/comments'))).body.items).toHaveLength(1)
    const path = `/projects/${elsewhere.projectId}/issues/${issue.id}/comments`
    expect((await service.admin('GET', path)).status).toBe(404)
  })
})

describe('tickets', () => {
  const link = (url: string, to = issue) => ada.call('POST', at(`/issues/${to.id}/tickets`), { url })

  it.each([
    ['https://github.com/acme/ledger/issues/57', '#57'],
    ['https://acme.atlassian.net/browse/LED-142', 'LED-142'],
    ['https://linear.app/acme/issue/ENG-9/export-stops', 'ENG-9'],
    ['https://tracker.example/t?id=3', 'tracker.example'],
  ])('%s is shown as %s', async (url, label) => {
    const { body } = await link(` ${url} `)

    expect(body.tickets).toMatchObject([{ url, label, added_by: ada.account.email }])
  })

  it('are linked once, in history and export, and can be removed', async () => {
    const url = 'https://github.com/acme/ledger/issues/57'
    await link(url)
    const { body } = await link(url)

    expect(body.tickets).toHaveLength(1)
    expect(JSON.parse((await ada.call('GET', at('/export/issues.jsonl'))).body).tickets).toEqual([url])
    const after = await ada.call('DELETE', one(`/tickets/${body.tickets[0]?.id}`))
    expect(after.body.tickets).toEqual([])
    expect((await actions()).map(({ action }) => action)).toEqual([
      'issue.ticket_removed',
      'issue.ticket_added',
    ])
  })

  it.each(['javascript:alert(1)', 'ftp://files.example', 'LED-142'])('%s is no address', async (url) => {
    expect((await link(url)).body.detail).toEqual([
      { loc: ['body', 'url'], msg: 'must be an http or https address', type: 'address' },
    ])
  })
})

describe('a merge', () => {
  it('brings comments, tickets and the assignee along, and its undoing gives them back', async () => {
    const into = await makeIssue(service, 'Export is cut off')
    await assign(ada.account.id)
    await ada.call('POST', one('/comments'), { body: 'Ours.' })
    await ada.call('POST', one('/tickets'), { url: 'https://tracker.example/1' })
    const owned = async ({ id }: MadeIssue) => {
      const { body } = await service.admin('GET', at(`/issues/${id}`))
      return [body.comment_count, body.tickets.length, body.assignee?.email]
    }

    await ada.call('POST', one('/merge'), { into: into.id })
    expect(await owned(into)).toEqual([1, 1, ada.account.email])

    await ada.call('POST', one('/unmerge'))
    expect(await owned(issue)).toEqual([1, 1, ada.account.email])
    expect((await owned(into)).slice(0, 2)).toEqual([0, 0])
  })
})

describe('the number of an issue', () => {
  it('is its address, whatever is done to it', async () => {
    const { body: read } = await ada.call('GET', at('/issues/1'))
    const { body: changed } = await ada.call('PATCH', at('/issues/1'), { status: 'resolved' })
    await ada.call('POST', at('/issues/1/comments'), { body: 'By number.' })

    expect([read.id, changed.status]).toEqual([issue.id, 'resolved'])
    expect((await ada.call('GET', one('/comments'))).body.items).toHaveLength(1)
    expect((await ada.call('GET', at('/issues/99'))).status).toBe(404)
  })
})
