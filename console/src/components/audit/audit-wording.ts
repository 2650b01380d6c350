// What the audit log holds, in words for people: "Ada resolved this issue".
import type { AuditEntry } from '../../../../src/contract/audit/audit.ts'
import type { IssueStatus } from '../../../../src/contract/labels.ts'
import { plural } from '../../format.ts'

/** Words, and words that lead somewhere; `to` is an address within the project. */
export type AuditPart = string | { text: string; to: string }

export type AuditWording = { who: string; did: AuditPart[]; note: string | null }

/** On the page of `here` itself, it is "this issue" and leads nowhere. People are known by their e-mail address. */
export function wordAudit(entry: AuditEntry, names: Map<string, string>, here?: string): AuditWording {
  const subject = subjectOf(entry, here)
  const did = (WORDINGS[entry.action] ?? plainly)(subject, entry.facts, entry.action)
  return { who: wordActor(entry.actor, names), did, note: text(entry.facts.status_note) }
}

const PROGRAMS: Record<string, string> = {
  machine: 'The digest',
  'command line': 'The command line',
  'admin token': 'The admin token',
  'sample data': 'The sample data',
}

function wordActor(actor: string, names: Map<string, string>): string {
  const [, token, owner] = /^token (.*) of (\S+)$/.exec(actor) ?? []
  if (owner) return `${names.get(owner) ?? owner}, by the token “${token}”,`
  return PROGRAMS[actor] ?? names.get(actor) ?? actor
}

type Facts = AuditEntry['facts']
type Wording = (subject: AuditPart, facts: Facts, action: string) => AuditPart[]

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const quoted = (value: unknown): string => (text(value) ? `“${text(value)}”` : '')
const observations = (facts: Facts): string => plural(Number(facts.observations ?? 0), 'observation')

/** Where each kind of subject is looked at. */
const PLACES: Record<string, (id: string) => string> = {
  issue: (id) => `/issues/${id}`,
  observation: (id) => `/observations?observation=${id}`,
  study: (id) => `/studies/${id}`,
  tag: () => '/settings/tags',
  key: () => '/settings/keys',
  invite: () => '/settings/members',
  member: () => '/settings/members',
}

const ARTICLES = /^[aeiou]/

function subjectOf(
  { action, subject_id, subject_title, facts }: AuditEntry,
  here: string | undefined,
): AuditPart {
  const kind = action === 'tag.judged' ? 'observation' : (action.split('.')[0] as string)
  if (subject_id !== null && subject_id === here) return `this ${kind}`
  const name = quoted(facts.name ?? facts.label ?? facts.question ?? subject_title)
  const said = name ? `the ${kind} ${name}` : `${ARTICLES.test(kind) ? 'an' : 'a'} ${kind}`
  const place = PLACES[kind]
  return subject_id && place && !action.endsWith('deleted') ? { text: said, to: place(subject_id) } : said
}

function issue(id: unknown, said = 'another issue'): AuditPart {
  return text(id) ? { text: said, to: `/issues/${id}` } : said
}

const STATUS_VERBS: Record<IssueStatus, string> = {
  open: 'reopened',
  acknowledged: 'acknowledged',
  planned: 'planned',
  resolved: 'resolved',
  ignored: 'ignored',
}

function changedIssue(subject: AuditPart, facts: Facts): AuditPart[] {
  const was = facts.was as { status?: string } | undefined
  const status = facts.status as IssueStatus | undefined
  if (status && status !== was?.status) return [STATUS_VERBS[status], subject]
  if (facts.title === null) return ['gave', subject, 'its automatic title back']
  if (text(facts.title)) return ['renamed', subject, `to ${quoted(facts.title)}`]
  return facts.status_note === null
    ? ['removed the note from', subject]
    : text(facts.status_note)
      ? ['left a note on', subject]
      : ['confirmed', subject]
}

const WORDINGS: Record<string, Wording> = {
  'issue.changed': changedIssue,
  'issue.regressed': (subject) => ['reopened', subject, 'because it was observed again'],
  'issue.merged': (subject, facts) => [
    'merged',
    subject,
    `with ${observations(facts)} into`,
    issue(facts.into),
  ],
  'issue.took_in': (subject, facts) => [
    'merged',
    issue(facts.from),
    `with ${observations(facts)} into`,
    subject,
  ],
  'issue.gave_back': (subject, facts) => [
    'took',
    issue(facts.into),
    `with ${observations(facts)} out of`,
    subject,
    'again',
  ],
  'issue.begun': (subject, facts) => [
    'began',
    subject,
    `with ${observations(facts)} split off`,
    issue(facts.from),
  ],
  'issue.unmerged': (subject, facts) => [
    'took',
    subject,
    `with ${observations(facts)} out of`,
    issue(facts.from),
    'again',
  ],
  'issue.split': (subject, facts) => [
    `split ${observations(facts)} off`,
    subject,
    'into',
    issue(facts.into, 'a new issue'),
  ],
  'issue.kept_apart': (subject, facts) => ['decided that', subject, 'is not the same as', issue(facts.from)],
  'observation.moved': (subject, facts) => [
    'moved',
    subject,
    'from',
    issue(facts.from, 'one issue'),
    'to',
    issue(facts.into),
  ],
  'observation.tested': (subject) => ['sent', subject, 'as a test'],
  'tag.judged': (subject, facts) =>
    facts.verdict === 'confirmed'
      ? [`confirmed the tag ${quoted(facts.label)} on`, subject]
      : [`took the tag ${quoted(facts.label)} off`, subject],
  'tag.rematched': (subject) => ['matched', subject, 'anew against all observations'],
  'study.state_changed': (subject, facts) => ['moved', subject, `from ${facts.from} to ${facts.to}`],
  'guidelines.changed': (_, facts) => [
    'changed the',
    { text: `guidelines to version ${facts.version}`, to: '/guidelines' },
  ],
  'sample.filled': () => ['filled the project with sample data'],
  'sample.removed': () => ['removed the sample data'],
  'test.removed': (_, facts) => [`removed ${plural(Number(facts.observations ?? 0), 'test observation')}`],
  'digest.retried': (_, facts) => [
    `had ${plural(Number(facts.retried ?? 0), 'failed observation')} digested again`,
  ],
  'digest.restarted': () => ['had everything digested anew'],
  'member.joined': (_, facts) => [`joined as ${facts.role}`],
  'member.role_changed': (_, facts) => [`made ${facts.email} ${facts.to} instead of ${facts.from}`],
  'member.removed': (_, facts) => [`removed ${facts.email}, who was ${facts.role}`],
  'invite.created': (_, facts) => [`invited ${text(facts.email) ?? 'someone by link'} as ${facts.role}`],
  'invite.withdrawn': (_, facts) => [`withdrew the invitation of ${text(facts.email) ?? 'a link'}`],
  'user.erased': (_, facts) => [
    `erased a user with ${observations(facts)} and ${plural(Number(facts.answers ?? 0), 'answer')}`,
  ],
  'project.renamed': (_, facts) => [`renamed the project to ${quoted(facts.name)}`],
}

/** `key.created` and its like: the verb, and what it was done to. */
const plainly: Wording = (subject, _, action) => [
  (action.split('.')[1] ?? action).replaceAll('_', ' '),
  subject,
]
