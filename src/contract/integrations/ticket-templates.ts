// Addresses of a tracker's form for new tickets, with placeholders for the issue's texts, and without secrets.
import { cutText } from '../cut-text.ts'
import { LIMITS } from '../limits.ts'

export const TICKET_PLACES = ['title', 'body', 'number', 'url', 'kind', 'severity'] as const
type Place = (typeof TICKET_PLACES)[number]

/** Uppercase parts are for the team to replace. */
export const TICKET_PRESETS = [
  {
    name: 'GitHub',
    template: 'https://github.com/OWNER/REPOSITORY/issues/new?title={title}&body={body}',
  },
  { name: 'Linear', template: 'https://linear.app/team/TEAM/new?title={title}&description={body}' },
  {
    name: 'Jira',
    template:
      'https://SITE.atlassian.net/secure/CreateIssueDetails!init.jspa?pid=PROJECT_ID&issuetype=10001&summary={title}&description={body}',
  },
] as const

export type TicketIssue = {
  number: number
  title: string
  summary: string
  quotes: { text: string }[]
  kind: string
  severity: string | null
  observation_count: number
  user_count: number
}

/** Trackers and browsers refuse much longer addresses; GitHub refuses 8 kB. */
const MOST_ADDRESS = 6_000

/** The form's address. A body that is too long is shortened at the end, but the link back to the issue is kept. */
export function fillTicket(template: string, issue: TicketIssue, url: string): string {
  for (let quotes = issue.quotes.length; ; quotes--) {
    const body = ticketBody({ ...issue, quotes: issue.quotes.slice(0, Math.max(0, quotes)) }, url)
    const filled = fill(template, issue, url, quotes < 0 ? endOf(body) : body)
    if (filled.length <= MOST_ADDRESS || quotes < 0) return filled
  }
}

/** Never half a surrogate pair, which addresses cannot contain. */
const endOf = (body: string): string => body.slice(-600).replace(/^[\uDC00-\uDFFF]/, '')

function fill(template: string, issue: TicketIssue, url: string, body: string): string {
  const words: Record<Place, string> = {
    title: cutText(issue.title, LIMITS.titleLength),
    body,
    number: String(issue.number),
    url,
    kind: issue.kind,
    severity: issue.severity ?? '',
  }
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(words, name) ? encodeURIComponent(words[name as Place]) : whole,
  )
}

function ticketBody(issue: TicketIssue, url: string): string {
  const { summary, quotes, kind, severity, user_count, observation_count, number } = issue
  const figures = `${severity ? `${severity} ` : ''}${kind}, ${user_count} users, ${observation_count} observations`
  const said = quotes.map(({ text }) => `> ${text.replaceAll('\n', ' ')}`).join('\n\n')
  return [summary, said, figures, `#${number} in Fieldnote: ${url}`].filter(Boolean).join('\n\n')
}

/** Why an address is not a valid template; null when it is valid. */
export function templateFault(template: string): string | null {
  if (!/^https?:\/\/[^{}\s]+\//i.test(template)) return 'must be an http or https address'
  if (/[/=](OWNER|REPOSITORY|TEAM|PROJECT_ID)\b|\/\/SITE\./.test(template))
    return 'put your own names where the capitals are'
  const unknown = [...template.matchAll(/\{(\w+)\}/g)].find(
    ([, name]) => !TICKET_PLACES.some((place) => place === name),
  )
  if (unknown) return `knows no ${unknown[0]}: use ${TICKET_PLACES.map((place) => `{${place}}`).join(', ')}`
  return template.includes('{title}') ? null : 'must hold {title}'
}
