// For receivers of webhooks: whether a message is from Fieldnote (Standard Webhooks), and what is in it.
import type { EventType, IssueKind, IssueStatus, Severity } from './generated/api.ts'

export type { EventType, IssueKind, IssueStatus, Severity }

export type EventIssue = {
  id: string
  number: number
  title: string
  summary: string
  quotes: string[]
  url: string
  kind: IssueKind
  severity: Severity | null
  status: IssueStatus
  user_count: number
  observation_count: number
  first_seen: string | null
  last_seen: string | null
  assignee: { name: string; email: string } | null
  /** Addresses in your tracker. */
  tickets: string[]
}

type EventStudy = { id: string; question: string; answer_count: number }
type EventComment = { id: string; body: string; author: string; mentions: string[] }
type EventAnswer = { id: string; user_id: string; answer: string }

type Message<Type extends string, Data> = {
  type: Type
  timestamp: string
  data: { project: { id: string; name: string } } & Data
}
type ProjectEvent<Type extends EventType, Facts> = Message<Type, { event_id: string } & Facts>
type IssueEvent<Type extends EventType, Facts = unknown> = ProjectEvent<Type, { issue: EventIssue } & Facts>

export type WebhookEvent =
  | IssueEvent<'issue.new'>
  | IssueEvent<'issue.regressed'>
  | IssueEvent<'issue.spiked', { count: number; usual: number }>
  | IssueEvent<'issue.severity_raised', { from: Severity; to: Severity; by: string }>
  | IssueEvent<'issue.assigned', { from: string | null; to: string | null; by: string }>
  | IssueEvent<'issue.commented', { comment: EventComment; by: string }>
  | ProjectEvent<'study.finished', { study: EventStudy; reason: 'ended' | 'full' | 'over' }>
  | ProjectEvent<'answer.posted', { study: EventStudy; answer: EventAnswer }>
  | ProjectEvent<'key.expiring', { key_id: string; name: string; prefix: string; expires_at: string }>
  | Message<'digest.daily' | 'digest.weekly', { since: string; until: string; sections: DigestSection[] }>
  | Message<'test', unknown>

export type DigestSection = {
  part: 'new' | 'grew' | 'came_back' | 'resolved'
  count: number
  issues: Array<EventIssue & { now: number; before: number }>
}

export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: 'missing_header' | 'outdated' | 'wrong_signature'

  constructor(code: WebhookError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export type ReceivedWebhook = {
  /** As it came, before anything parses it. */
  body: string | Uint8Array
  headers: Headers | Record<string, string | string[] | undefined>
  /** What was shown when the webhook was made: `whsec_…`. */
  secret: string
  /** How old a message may be, or how far ahead its clock. Five minutes unless set. */
  toleranceMs?: number
}

/** The event; throws when the message is not from Fieldnote, or was sent long ago. The same one may come again: see `webhook-id`. */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const { headers, secret, toleranceMs = 300_000 } = received
  const body = typeof received.body === 'string' ? received.body : new TextDecoder().decode(received.body)
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(headers, `webhook-${name}`),
  ) as [string, string, string]
  if (!(Math.abs(Date.now() - Number(timestamp) * 1000) <= toleranceMs))
    throw new WebhookError('outdated', `webhook-timestamp is not of the last ${toleranceMs / 1000} seconds`)
  if (!(await isSigned(secret, `${id}.${timestamp}.${body}`, signatures)))
    throw new WebhookError('wrong_signature', 'no signature is that of this secret')
  return JSON.parse(body)
}

function header(headers: ReceivedWebhook['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string') throw new WebhookError('missing_header', `${name} is missing`)
  return value
}

/** Compares in constant time. One of several signatures suffices. */
async function isSigned(secret: string, content: string, signatures: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const raw = bytesOf(secret.replace(/^whsec_/, ''))
  if (!raw?.length) throw new TypeError('secret is missing, or not one of a webhook')
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(content)
  for (const [, text = ''] of signatures.matchAll(/(?<!\S)v1,(\S+)/g)) {
    const signature = bytesOf(text)
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

/** Null where it is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
