// Webhooks as a receiver checks and reads them: messages that a real service signed and sent.
import { Webhook } from 'standardwebhooks'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type EventType,
  type IssueStatus,
  verifyWebhook,
  type WebhookEvent,
} from '../../packages/client/src/webhooks.ts'
import { makeIssue } from '../issues.ts'
import type { Receiver } from '../outbound/receiver.ts'
import { startTelling } from '../outbound/telling.ts'
import type { Loose, TestService } from '../service.ts'

let service: TestService
let receiver: Receiver
const { deliver, comment, makeTarget } = startTelling((made) => {
  ;({ service, receiver } = made)
})

/** A message as it arrived, and the secret of the webhook. */
async function delivered() {
  const { secret } = await makeTarget({ events: ['issue.commented', 'issue.assigned'] })
  await comment(await makeIssue(service, 'Export stops early'), 'Ours: Grüße.')
  await deliver()
  const [{ text, headers }] = receiver.received as [Loose]
  // The clocks of tests stand where they are set.
  const toleranceMs = Math.abs(Date.now() - Number(headers['webhook-timestamp']) * 1000) + 60_000
  return { body: text as string, headers, secret: secret as string, toleranceMs }
}

describe('a webhook', () => {
  it('is verified and typed, from the text or its bytes, whatever holds the headers', async () => {
    const received = await delivered()

    const event = await verifyWebhook(received)
    const same = await verifyWebhook({
      ...received,
      body: new TextEncoder().encode(received.body),
      headers: new Headers(received.headers as Record<string, string>),
    })

    expect(same).toEqual(event)
    if (event.type !== 'issue.commented') throw new Error(event.type)
    expect(event.data.comment).toMatchObject({ body: 'Ours: Grüße.', mentions: [] })
    expect(event.data.issue).toMatchObject({ title: 'Export stops early', status: 'open', quotes: [] })
    expect(event.data.project.id).toBe(service.projectId)
    // The compiler holds these: the data is that of the event, and every event of the API has a type.
    expectTypeOf(event.data.issue.status).toEqualTypeOf<IssueStatus>()
    expectTypeOf<EventType>().toExtend<WebhookEvent['type']>()
  })

  it.each([
    ['another text', { body: '{}' }, 'wrong_signature'],
    ['another secret', { secret: `whsec_${btoa('another secret of some length')}` }, 'wrong_signature'],
    ['an age beyond the tolerance', { toleranceMs: -1 }, 'outdated'],
    ['no headers', { headers: {} }, 'missing_header'],
  ])('with %s is refused', async (_, wrong, code) => {
    const received = await delivered()

    await expect(verifyWebhook({ ...received, ...wrong })).rejects.toMatchObject({
      name: 'WebhookError',
      code,
    })
  })

  it.each([
    ['webhook-signature', 'v1,AAAA'],
    ['webhook-signature', 'v1,no base64 at all!'],
    ['webhook-signature', 'v2,AAAA'],
    ['webhook-timestamp', 'yesterday'],
    ['webhook-id', 'another'],
  ])('whose %s is %s is refused', async (name, value) => {
    const received = await delivered()
    const headers = { ...received.headers, [name]: value }

    await expect(verifyWebhook({ ...received, headers })).rejects.toMatchObject({ name: 'WebhookError' })
  })

  it('is taken when one of several signatures fits', async () => {
    const received = await delivered()
    const headers = {
      ...received.headers,
      'webhook-signature': `v1,AAAA ${received.headers['webhook-signature']}`,
    }

    await expect(verifyWebhook({ ...received, headers })).resolves.toMatchObject({ type: 'issue.commented' })
  })

  it.each(['', 'whsec_', 'no base64!'])('is never taken with %j for a secret', async (secret) => {
    const received = await delivered()

    await expect(verifyWebhook({ ...received, secret })).rejects.toThrow('secret is missing')
  })

  it('of five minutes ago is the oldest that is taken unless said otherwise', async () => {
    const secret = `whsec_${btoa('a secret that is long enough')}`
    const sentAgo = (seconds: number) => {
      const date = new Date(Date.now() - seconds * 1000)
      const timestamp = String(Math.floor(date.getTime() / 1000))
      const signature = new Webhook(secret).sign('1', date, '{"type":"test"}')
      const headers = { 'webhook-id': '1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
      return verifyWebhook({ body: '{"type":"test"}', headers, secret })
    }

    await expect(sentAgo(240)).resolves.toEqual({ type: 'test' })
    await expect(sentAgo(360)).rejects.toMatchObject({ code: 'outdated' })
    await expect(sentAgo(-360)).rejects.toMatchObject({ code: 'outdated' })
  })
})
