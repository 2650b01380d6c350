// Targets as programs set them up: in the words of webhooks, with a secret that is told once, and at public addresses.
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../src/contract/limits.ts'
import { makeIssue } from '../issues.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  type Loose,
  send,
  signIn,
  startApp,
  type TestService,
} from '../service.ts'
import type { Receiver } from './receiver.ts'
import { startTelling } from './telling.ts'

let service: TestService
let receiver: Receiver
const { at, deliver, comment, makeTarget } = startTelling((made) => {
  ;({ service, receiver } = made)
})

const make = (body: object) => service.admin('POST', at('/webhooks'), body)
const read = async (path: string): Promise<Loose> => (await service.admin('GET', at(path))).body
const madeOne = async (body: object = {}) =>
  (await make({ url: receiver.url, events: ['issue.commented'], ...body })).body
/** Email needs a mail server, which this service has not. */
const makeEmail = async () => {
  const target = await makeTarget()
  await service.db.query("UPDATE event_target SET format = 'email' WHERE id = $1", [target.id])
  return target
}

describe('a webhook', () => {
  it('is made of a url alone, and is the target of the same id', async () => {
    const { status, body } = await make({ url: 'https://hooks.example.com/fieldnote' })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'hooks.example.com',
      url: 'https://hooks.example.com/fieldnote',
      format: 'webhook',
      rhythm: 'each',
      events: ['issue.new', 'issue.regressed', 'issue.spiked', 'issue.severity_raised'],
      conditions: { min_users: 1, kinds: [], min_severity: null, tag_id: null },
      secret: expect.stringMatching(/^whsec_/),
      paused_at: null,
    })
    expect((await read('/targets')).items).toMatchObject([{ id: body.id, address: body.url }])
  })

  it('is the older name of a target: its operations are marked as deprecated, those on targets are not', async () => {
    const { body: document } = await send(`${service.url}/openapi.json`, 'GET')

    const marked = Object.entries<Loose>(document.paths)
      .filter(([, methods]) => Object.values<Loose>(methods).some(({ deprecated }) => deprecated))
      .map(([path]) => path.replace('/api/projects/{project_id}', ''))
    expect(marked).toEqual([
      '/webhooks',
      '/webhooks/{webhook_id}',
      '/webhooks/{webhook_id}/deliveries',
      '/deliveries/{delivery_id}/replay',
    ])
  })

  it('has no address that is too long to be sent back, as it is kept', async () => {
    const { status, body } = await make({ url: `https://hooks.example.com/${'ö'.repeat(400)}` })

    expect([status, body.detail[0].loc]).toEqual([400, ['body', 'url']])
  })

  it('is one of at most so many, also when several are made at once', async () => {
    const made = await Promise.all(
      Array.from({ length: LIMITS.targetsPerProject + 5 }, () => make({ url: receiver.url })),
    )

    expect(made.filter(({ status }) => status === 201)).toHaveLength(LIMITS.targetsPerProject)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  it('is never limited to a tag that is deleted in that moment', async () => {
    const { id } = await madeOne()
    for (let round = 0; round < 8; round++) {
      const { body: tag } = await service.admin('POST', at('/tags'), { label: `Tag ${round}` })
      await service.admin('PATCH', at(`/webhooks/${id}`), { conditions: { tag_id: null }, paused: false })

      const [limited] = await Promise.all([
        service.admin('PATCH', at(`/webhooks/${id}`), { conditions: { tag_id: tag.id } }),
        service.admin('DELETE', at(`/tags/${tag.id}`)),
      ])

      const { conditions, paused_because } = await read(`/webhooks/${id}`)
      expect(conditions.tag_id).toBeNull()
      expect(paused_because === null).toBe(limited.status === 400)
    }
  })

  it('keeps the conditions that a change does not name, and is paused and resumed', async () => {
    const { id } = await madeOne({ conditions: { min_users: 5, kinds: ['problem'] } })

    const change = { conditions: { min_severity: 'high' }, format: 'webhook', paused: true }
    const { body } = await service.admin('PATCH', at(`/webhooks/${id}`), change)

    expect(body).toMatchObject({
      name: new URL(receiver.url).host,
      conditions: { min_users: 5, kinds: ['problem'], min_severity: 'high', tag_id: null },
      paused_at: expect.any(String),
    })
    const resumed = await service.admin('PATCH', at(`/webhooks/${id}`), { paused: false, name: 'Team' })
    expect(resumed.body).toMatchObject({ name: 'Team', paused_at: null })
  })

  it.each([
    [{ url: 'ftp://hooks.example.com' }, ['body', 'url']],
    [{ format: 'email' }, ['body', 'format']],
    [{ format: 'slack' }, ['body', 'format']],
    [{ conditions: { tag_id: crypto.randomUUID() } }, ['body', 'conditions', 'tag_id']],
  ])('refuses the change %j by the name that was sent', async (change, loc) => {
    const { id } = await madeOne()

    const { status, body } = await service.admin('PATCH', at(`/webhooks/${id}`), change)

    expect([status, body.detail[0].loc]).toEqual([400, loc])
  })

  it('is deleted, with its target', async () => {
    const { id } = await madeOne()

    expect((await service.admin('DELETE', at(`/webhooks/${id}`))).status).toBe(204)

    expect((await service.admin('GET', at(`/webhooks/${id}`))).status).toBe(404)
    expect((await read('/targets')).items).toEqual([])
  })

  it('is no target of email, nor one of another project', async () => {
    const email = await makeEmail()
    const { id } = await madeOne({ format: 'slack' })
    const { message_id } = (await service.admin('POST', at(`/targets/${email.id}/test`))).body
    const other = await anotherProject(service)
    const elsewhere = `/projects/${other.projectId}/webhooks/${id}`

    expect((await read('/webhooks')).items.map((item: Loose) => item.id)).toEqual([id])
    const refused = await Promise.all([
      service.admin('GET', at(`/webhooks/${email.id}`)),
      service.admin('PATCH', at(`/webhooks/${email.id}`), { paused: true }),
      service.admin('DELETE', at(`/webhooks/${email.id}`)),
      service.admin('GET', at(`/webhooks/${email.id}/deliveries`)),
      service.admin('POST', at(`/deliveries/${message_id}/replay`)),
      service.admin('GET', elsewhere),
      service.admin('DELETE', elsewhere),
      service.admin('GET', at('/webhooks/nonsense')),
    ])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
    expect((await read('/targets')).items).toHaveLength(2)
  })

  it('is for owners', async () => {
    const editor = await signIn(service, { role: 'editor', projectId: service.projectId })

    expect((await editor.call('GET', at('/webhooks'))).status).toBe(403)
  })
})

describe('a delivery', () => {
  it('is signed with the secret, listed, and sent again by its id alone', async () => {
    const { id, secret } = await madeOne()
    await comment(await makeIssue(service, 'Export stops early'))
    await deliver()
    const [{ headers, text }] = receiver.received as [Receiver['received'][0]]
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signature = new Webhook(secret ?? '').sign(String(headers['webhook-id']), sentAt, text)
    expect(headers['webhook-signature']).toBe(signature)

    const { items, next_cursor } = await read(`/webhooks/${id}/deliveries`)
    const { status } = await service.admin('POST', at(`/deliveries/${items[0].id}/replay`))
    await deliver()

    expect(items).toMatchObject([{ id: headers['webhook-id'], state: 'delivered', status: 204 }])
    expect([status, next_cursor]).toEqual([204, null])
    expect(receiver.received.map((one) => one.headers['webhook-id'])).toEqual([items[0].id, items[0].id])
    expect((await read(`/webhooks/${id}`)).last_delivery_at).toEqual(expect.any(String))
  })

  it('of another project, or of nobody, is not sent again', async () => {
    const { id } = await madeOne()
    const { message_id } = (await service.admin('POST', at(`/targets/${id}/test`))).body
    const other = await anotherProject(service)

    for (const path of [
      `/projects/${other.projectId}/deliveries/${message_id}/replay`,
      at(`/deliveries/${crypto.randomUUID()}/replay`),
      at('/deliveries/nonsense/replay'),
    ])
      expect((await service.admin('POST', path)).status).toBe(404)
  })
})

describe('the secret', () => {
  it.each([
    ['targets', () => makeTarget()],
    ['webhooks', () => madeOne()],
  ])('of %s is in the answer that made it and in no other', async (list, making) => {
    const { id, secret } = await making()

    const changed = await service.admin('PATCH', at(`/${list}/${id}`), { name: 'Renamed' })

    expect(secret).toMatch(/^whsec_/)
    expect(changed.body).toMatchObject({ name: 'Renamed', secret: null })
    expect((await read(`/${list}`)).items).toMatchObject([{ id, secret: null }])
    expect((await read(`/webhooks/${id}`)).secret).toBeNull()
    const { rows } = await service.db.query('SELECT secret FROM event_target WHERE id = $1', [id])
    expect(rows).toEqual([{ secret }])
  })
})

describe.each(['targets', 'webhooks'])('the list of %s', (list) => {
  it('comes in pages, the oldest first, also when the last that was seen is deleted', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await madeOne()).id)

    const first = await read(`/${list}?limit=2`)
    const second = await read(`/${list}?limit=2&cursor=${first.next_cursor}`)
    await service.admin('DELETE', at(`/targets/${ids[3]}`))
    const third = await read(`/${list}?limit=2&cursor=${second.next_cursor}`)

    const seen = [first, second, third].flatMap(({ items }) => items.map(({ id }: Loose) => id))
    expect(seen).toEqual(ids)
    expect(third.next_cursor).toBeNull()
    expect((await read(`/${list}`)).next_cursor).toBeNull()
  })

  it.each([
    ['an unknown filter', 'formt=slack'],
    ['a limit of none', 'limit=0'],
    ['a cursor of nothing', 'cursor=x'],
  ])('refuses %s', async (_, query) => {
    const { status, body } = await service.admin('GET', at(`/${list}?${query}`))

    expect([status, body.detail[0].loc]).toEqual([400, ['query', query.split('=')[0]]])
  })
})

describe('where private addresses are not allowed', () => {
  let strict: ReturnType<typeof startApp> | undefined
  const call = async (method: string, path: string, body: object) => {
    strict ??= startApp(service.db, { allowPrivateTargets: false })
    const { url } = await strict
    return send(`${url}/api${at(path)}`, method, body, { Authorization: `Bearer ${ADMIN_TOKEN}` })
  }
  const PRIVATE = [
    'http://127.0.0.1:9/hook',
    'http://localhost:9/hook',
    'http://hooks.localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://2130706433/',
    'http://10.1.2.3/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest',
    'http://[fd00::1]/',
  ]

  it.each(PRIVATE)('%s is refused for new ones and for changed ones', async (url) => {
    const { id } = await madeOne({ url: 'https://hooks.example.com/' })
    const target = { name: 'Hook', format: 'webhook', address: url, rhythm: 'each' }

    const answers = [
      await call('POST', '/webhooks', { url }),
      await call('PATCH', `/webhooks/${id}`, { url }),
      await call('POST', '/targets', target),
      await call('PATCH', `/targets/${id}`, { address: url }),
    ]

    const names = ['url', 'url', 'address', 'address']
    expect(answers.map(({ status, body }) => [status, body.detail[0].loc])).toEqual(
      names.map((name) => [400, ['body', name]]),
    )
    expect(answers[0]?.body.detail[0].msg).toContain('ALLOW_PRIVATE_TARGETS')
    expect((await read('/targets')).items).toMatchObject([{ address: 'https://hooks.example.com/' }])
  })

  it('one that was allowed before can still be renamed and paused', async () => {
    const { id } = await madeOne()

    const { status } = await call('PATCH', `/targets/${id}`, {
      name: 'Renamed',
      address: receiver.url,
      paused: true,
    })

    expect(status).toBe(200)
  })

  it('public ones and names are taken', async () => {
    for (const url of ['https://hooks.example.com/', 'http://93.184.216.34/', 'https://intranet/'])
      expect((await call('POST', '/webhooks', { url })).status).toBe(201)
  })
})
