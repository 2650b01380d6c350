// A body that trickles in while its sender loses the role that it needs.
import { request as httpRequest } from 'node:http'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { limitSlowBodies } from '../../src/http/every-request.ts'
import { atEnd } from '../closings.ts'
import { eventually } from '../eventually.ts'
import { type Person, signIn, startService, type TestService } from '../service.ts'

/** A request whose body is held back until `finish` is called. */
function begin(service: TestService, path: string, token: string) {
  const sent = httpRequest(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => resolve(response.resume().statusCode))
  })
  sent.write('{"role": ')
  return { finish: () => sent.end('"owner"}'), status }
}

/** The gate notes when a token was used. */
const passedGate = (service: TestService, { account }: Person) =>
  eventually(async () => {
    const { rows } = await service.db.query('SELECT last_used_at FROM access_token WHERE account_id = $1', [
      account.id,
    ])
    expect(rows[0].last_used_at).not.toBeNull()
  })

it('refuses a change by somebody who was removed before it was sent whole', async () => {
  const service = await startService()
  const [owner, leaving] = [await signIn(service), await signIn(service)]
  const { token } = (await leaving.call('POST', '/tokens', { name: 'Slow' })).body
  const slow = begin(service, `/projects/${service.projectId}/invites`, token)
  await passedGate(service, leaving)

  await owner.call('DELETE', `/projects/${service.projectId}/members/${leaving.account.id}`)
  slow.finish()

  expect(await slow.status).toBe(404)
  expect(await service.count('project_invite')).toBe(0)
})

describe('a body that stops coming', () => {
  it('is not waited for for ever, whatever came of it', async () => {
    const app = Fastify()
    limitSlowBodies(app, 50)
    app.post('/', async () => 'never')
    app.post('/upload', { config: { upload: UPLOAD } }, async () => 'never')
    const url = await app.listen()
    atEnd(() => app.close())

    const answers = await Promise.all(['/', '/upload'].map((path) => statusOf(url + path)))

    expect(answers).toEqual([408, 408])
  })

  const UPLOAD = { description: '', mediaTypes: ['application/json'], maxBytes: 1 }
  const statusOf = (address: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': '2' }
      const sent = httpRequest(address, { method: 'POST', headers })
      sent.on('error', reject)
      sent.on('response', (response) => resolve(response.resume().statusCode))
      sent.write('{')
    })
})
