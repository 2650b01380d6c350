// The text of one event or of several together.
import { cutText } from '../contract/cut-text.ts'
import type { EventType } from '../contract/labels.ts'
import type { EventIssue, EventToSend } from '../db/integrations/events-to-send.ts'
import type { Letter, LetterItem } from './letter.ts'

export type Place = { project: { id: string; name: string; time_zone: string }; baseUrl: string }

export const issueUrl = ({ project, baseUrl }: Place, number: number): string =>
  `${baseUrl}/p/${project.id}/issues/${number}`

const MOST = 15 // lines of one message; the console has the rest

export function wordEvents(events: EventToSend[], place: Place, lines = LINES): Letter {
  const items = events.map((event) => wordEvent(event, place, lines))
  const [only] = items
  const name = place.project.name
  return {
    subject: items.length === 1 && only ? `[${name}] ${only.line}` : `[${name}] ${items.length} updates`,
    parts: [{ heading: null, items: items.slice(0, MOST), more: Math.max(0, items.length - MOST) }],
    url: `${place.baseUrl}/p/${place.project.id}/issues`,
  }
}

/** For the person concerned. */
export function wordPersonal(events: EventToSend[], place: Place): Letter {
  const ending = {
    line: 'You were mentioned or assigned. Turn these emails off in your account:',
    url: `${place.baseUrl}/account`,
  }
  return { ...wordEvents(events, place, PERSONAL_LINES), ending }
}

function wordEvent(event: EventToSend, place: Place, lines: Lines): LetterItem {
  const { issue, study, comment, answer } = event
  const page = event.type === 'key.expiring' ? 'settings/keys' : `studies/${study?.id ?? ''}`
  const url = issue ? issueUrl(place, issue.number) : `${place.baseUrl}/p/${place.project.id}/${page}`
  const quote =
    comment?.body ?? answer?.answer ?? (TELLS_QUOTE.includes(event.type) ? firstQuote(issue) : null)
  return { line: lines[event.type](event), url, about: issue && figures(issue), quote: quote && short(quote) }
}

const TELLS_QUOTE: EventType[] = ['issue.new', 'issue.regressed', 'issue.spiked', 'issue.severity_raised']

export const firstQuote = (issue: EventIssue | null): string | null => issue?.quotes[0]?.text ?? null

const named = ({ issue }: EventToSend): string => (issue ? `#${issue.number} ${issue.title}` : '')
const question = ({ study }: EventToSend): string => `“${short(study?.question ?? '')}”`

/** An email address, or a token of one, as the audit log stores it. */
const whose = (by: unknown): string => String(by ?? 'Somebody').replace(/^token .* of /, '')

type Lines = Record<EventType, (event: EventToSend) => string>

const LINES: Lines = {
  'issue.new': (event) => `New issue ${named(event)}`,
  'issue.regressed': (event) => `Regression: ${named(event)}`,
  'issue.spiked': (event) =>
    `Spike: ${named(event)} (${event.facts.count} today, usually ${event.facts.usual})`,
  'issue.severity_raised': (event) => `Severity raised to ${event.facts.to}: ${named(event)}`,
  'issue.assigned': (event) =>
    event.facts.to
      ? `${whose(event.facts.by)} assigned ${named(event)} to ${event.facts.to}`
      : `${whose(event.facts.by)} unassigned ${named(event)}`,
  'issue.commented': (event) => `${event.comment?.author ?? 'Somebody'} commented on ${named(event)}`,
  'study.finished': (event) =>
    `Study finished: ${question(event)} (${counted(event.study?.answer_count ?? 0, 'answer')})`,
  'answer.posted': (event) => `New answer to ${question(event)}`,
  'key.expiring': ({ facts }) =>
    `The API key “${short(String(facts.name))}” (${facts.prefix}…) expires on ${String(facts.expires_at).slice(0, 10)}`,
}

const PERSONAL_LINES: Lines = {
  ...LINES,
  'issue.assigned': (event) => `${whose(event.facts.by)} assigned you ${named(event)}`,
  'issue.commented': (event) => `${event.comment?.author ?? 'Somebody'} mentioned you on ${named(event)}`,
}

export function figures({
  kind,
  severity,
  user_count,
  observation_count,
  assignee,
  tickets,
}: EventIssue): string {
  const parts = [
    severity ? `${severity} ${kind}` : kind,
    counted(user_count, 'user'),
    counted(observation_count, 'observation'),
    assignee ? `assigned to ${assignee.name}` : '',
    ...tickets,
  ]
  return parts.filter(Boolean).join(' · ')
}

export const counted = (count: number, unit: string): string =>
  `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`

const SHORT = 280
export const short = (text: string): string => cut(text.replaceAll(/\s+/g, ' ').trim(), SHORT)

export const cut = (text: string, most: number): string =>
  text.length > most ? `${cutText(text, most)}…` : text
