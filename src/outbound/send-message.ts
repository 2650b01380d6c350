// Sends one message in its target's format. It is worded when it is sent, so erased data is not in it.
import { DAY_MS } from '../contract/date-time.ts'
import { selectEventsToSend } from '../db/integrations/events-to-send.ts'
import type { DueMessage } from '../db/integrations/messages.ts'
import type { Tx } from '../db/pool.ts'
import { selectProject } from '../db/projects/projects.ts'
import type { Deps } from '../domain/deps.ts'
import type { Mailer } from '../domain/integrations/mailer.ts'
import { readLetter } from '../domain/integrations/read-letter.ts'
import type { Letter } from './letter.ts'
import { mailBody } from './mail.ts'
import { postPinned, type Reach } from './post-pinned.ts'
import { slackBody } from './slack.ts'
import { digestPayload, eventPayload, signedHeaders, testPayload } from './webhook.ts'
import { wordDigest } from './word-digest.ts'
import { type Place, wordEvents, wordPersonal } from './word-events.ts'

export type Outlets = {
  /** The console's address, for links. */
  baseUrl: string
  mailer: Mailer | null
  reach: Reach
}

export type SendResult = {
  status: number | null
  /** The receiver's Retry-After. */
  retryAfter?: string | undefined
  /** Recipients it did not reach, and why. */
  refused?: string | null
}

type Content = { payload: object; letter: Letter }

/** Null if the subject is gone and nothing was sent. */
export async function sendMessage(
  tx: Tx,
  deps: Deps,
  outlets: Outlets,
  message: DueMessage,
): Promise<SendResult | null> {
  const project = await selectProject(tx, message.project_id)
  const place = project && { project, baseUrl: outlets.baseUrl }
  const { address, personal } = message
  // Personal email is on by default. If the service cannot send email, such a message is dropped, which is not a
  // failure.
  const reached = address !== null && (!personal || outlets.mailer !== null)
  const content = place && reached && (await contentOf(tx, message, place))
  if (!content) return null
  if (message.format === 'email') return byMail(outlets, address, message.id, content.letter)
  const isWebhook = message.format === 'webhook'
  const body = JSON.stringify(isWebhook ? content.payload : slackBody(content.letter))
  const signature = isWebhook ? signedHeaders(message.secret ?? '', message.id, deps.now(), body) : {}
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Fieldnote', ...signature }
  return postPinned({ url: address, body, headers }, outlets.reach)
}

async function byMail({ mailer }: Outlets, to: string, id: string, letter: Letter): Promise<SendResult> {
  if (!mailer) throw new Error('this service cannot send email: SMTP_URL is not set')
  const refused = await mailer.send({ to, id, ...mailBody(letter) })
  const each = refused.map(({ address, reason }) => `${address} (${reason})`)
  return { status: null, refused: each.length > 0 ? `the mail server refused ${each.join(', ')}` : null }
}

async function contentOf(tx: Tx, message: DueMessage, place: Place): Promise<Content | null> {
  const { project_id: projectId, target_id: targetId, id, kind, since, created_at, rhythm } = message
  if (kind === 'test') return { payload: testPayload(created_at, place), letter: testLetter(place) }
  if (kind === 'digest' && since) {
    const period = { since, until: created_at, rhythm: rhythmOf(rhythm, since, created_at) }
    const sections = await readLetter(tx, { projectId, targetId, since, until: created_at })
    if (sections.length === 0) return null
    return { payload: digestPayload(sections, period, place), letter: wordDigest(sections, period, place) }
  }
  const events = await selectEventsToSend(tx, projectId, id)
  const [first] = events
  if (!first) return null
  const letter = message.personal ? wordPersonal(events, place) : wordEvents(events, place)
  return { payload: eventPayload(first, place), letter }
}

/** A target that no longer gets digests may have an old one replayed: this is its former interval. */
function rhythmOf(rhythm: string, since: Date, until: Date): string {
  if (rhythm !== 'each') return rhythm
  return until.getTime() - since.getTime() > 2 * DAY_MS ? 'weekly' : 'daily'
}

function testLetter({ project, baseUrl }: Place): Letter {
  const url = `${baseUrl}/p/${project.id}`
  const line = `This is a test: ${project.name} on Fieldnote reaches you here.`
  const item = { line, url, about: null, quote: null }
  return { subject: `[${project.name}] Test`, parts: [{ heading: null, items: [item], more: 0 }], url }
}
