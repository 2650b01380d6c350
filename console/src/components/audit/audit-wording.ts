// Words entries of the audit log for people: "Ada resolved this issue".
import type { AuditEntry } from '../../../../src/contract/audit/audit.ts'
import type { IssueStatus } from '../../../../src/contract/labels.ts'
import { plural, withArticle } from '../../format.ts'

/** Text, or text with a link; `to` is an address within the project. */
export type AuditPart = string | { text: string; to: string }

export type AuditWording = { who: string; did: AuditPart[]; note: string | null }

/** On the page of `here` itself, the text is "this issue" without a link. People appear with their email address. */
export function wordAudit(entry: AuditEntry, names: Map<string, string>, here?: string): AuditWording {
  const subject = subjectOf(entry, here)
  const did = (WORDINGS.get(entry.action) ?? plainly)(subject, entry.facts, entry)
  return { who: wordActor(entry.actor, names), did, note: text(entry.facts.status_note) }
}

const PROGRAMS = new Map<string, string>(
  Object.entries({
    machine: 'The digest',
    'command line': 'The command line',
    'admin token': 'The admin token',
    'sample data': 'Sample data',
  }),
)

function wordActor(actor: string, names: Map<string, string>): string {
  const [, kind, name, owner] = /^(token|app) (.*) of (\S+)$/.exec(actor) ?? []
  if (owner) return `${names.get(owner) ?? owner} (using the ${kind} “${name}”)`
  return PROGRAMS.get(actor) ?? names.get(actor) ?? actor
}

type Facts = AuditEntry['facts']
type Wording = (subject: AuditPart, facts: Facts, entry: AuditEntry) => AuditPart[]

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const quoted = (value: unknown): string => (text(value) ? `“${text(value)}”` : '')
const observations = (facts: Facts): string => plural(Number(facts.observations ?? 0), 'observation')

/** The page of each kind of subject. */
const PLACES = new Map<string, (id: string) => string>(
  Object.entries({
    issue: (id) => `/issues/${id}`,
    observation: (id) => `/observations?observation=${id}`,
    study: (id) => `/studies/${id}`,
    tag: () => '/settings/tags',
    key: () => '/settings/keys',
    invite: () => '/settings/members',
    member: () => '/settings/members',
  }),
)

/** Kinds without a page link to what they belong to. */
const BELONGS_TO = new Map<string, string>(Object.entries({ theme: 'study' }))

function subjectOf(
  { action, subject_id, subject_title, facts }: AuditEntry,
  here: string | undefined,
): AuditPart {
  const [about = ''] = action.split('.')
  const kind = action === 'tag.judged' ? 'observation' : (BELONGS_TO.get(about) ?? about)
  if (subject_id !== null && subject_id === here) return `this ${kind}`
  const name = quoted(facts.name ?? facts.label ?? facts.question ?? subject_title)
  const said = name ? `the ${kind} ${name}` : withArticle(kind)
  const place = PLACES.get(kind)
  return subject_id && place && !action.endsWith('deleted') ? { text: said, to: place(subject_id) } : said
}

/** The issue by its title, if it still exists. */
function issue({ issues }: AuditEntry, id: unknown, said = 'another issue'): AuditPart {
  const named = issues.find((other) => other.id === id)
  const name = named ? `#${named.number} ${quoted(named.title)}` : said
  return text(id) ? { text: name, to: `/issues/${id}` } : name
}

/** The old and the new name; null when the change left the name alone. */
function renamed(subject: AuditPart, facts: Facts, field: string): AuditPart[] | null {
  const was = text((facts.was as Facts | undefined)?.[field])
  const is = text(facts[field])
  if (is === null || is === was || (was === null && facts.was !== undefined && field !== 'title')) return null
  return ['renamed', subject, was ? `from ${quoted(was)} to ${quoted(is)}` : `to ${quoted(is)}`]
}

const twoThemes = ({ title, into }: Facts): string =>
  text(title) && text(into) ? `the theme ${quoted(title)} into ${quoted(into)}` : 'two themes'

const STATUS_CHANGES: Record<IssueStatus, (subject: AuditPart) => AuditPart[]> = {
  open: (subject) => ['reopened', subject],
  acknowledged: (subject) => ['acknowledged', subject],
  planned: (subject) => ['marked', subject, 'as planned'],
  resolved: (subject) => ['resolved', subject],
  ignored: (subject) => ['ignored', subject],
}

function changedIssue(subject: AuditPart, facts: Facts): AuditPart[] {
  const was = facts.was as { status?: string } | undefined
  const status = facts.status as IssueStatus | undefined
  if (status && status !== was?.status) return STATUS_CHANGES[status](subject)
  if (facts.kind === null || facts.severity === null)
    return [`restored the automatic ${facts.kind === null ? 'kind' : 'severity'} of`, subject]
  if (text(facts.kind)) return ['changed the kind of', subject, `to ${facts.kind}`]
  if (text(facts.severity)) return ['changed the severity of', subject, `to ${facts.severity}`]
  if (facts.title === null) return ['restored the automatic title of', subject]
  if (facts.summary === null) return ['restored the automatic summary of', subject]
  if (text(facts.summary) && !text(facts.title)) return ['rewrote the summary of', subject]
  if (text(facts.title)) return renamed(subject, facts, 'title') ?? ['confirmed the title of', subject]
  return facts.status_note === null
    ? ['removed the note from', subject]
    : text(facts.status_note)
      ? ['added a note to', subject]
      : ['confirmed', subject]
}

/** The assignments, comments and tickets of an issue. */
const OWNERSHIP: Record<string, Wording> = {
  'issue.assigned': (subject, facts) =>
    text(facts.to) ? ['assigned', subject, `to ${facts.to}`] : ['unassigned', subject],
  'issue.commented': (subject) => ['commented on', subject],
  'issue.comment_changed': (subject) => ['edited a comment on', subject],
  'issue.comment_deleted': (subject) => ['deleted a comment on', subject],
  'issue.ticket_added': (subject, facts) => ['linked', subject, `to ${facts.url}`],
  'issue.ticket_removed': (subject, facts) => ['unlinked', subject, `from ${facts.url}`],
}

const IMPORTS: Record<string, Wording> = {
  'import.started': (_, facts) => [
    'imported',
    importOf(facts),
    `with ${plural(Number(facts.rows ?? 0), 'row')}`,
  ],
  'project.imported': () => ['imported this project from another instance'],
  'import.undone': (_, facts) => ['undid the import of', importOf(facts), `(${observations(facts)})`],
}

const importOf = (facts: Facts): AuditPart => ({ text: quoted(facts.name), to: '/settings/import' })

const INTEGRATIONS: Record<string, Wording> = {
  'target.created': (_, facts) => [`added the alert ${quoted(facts.name)}`],
  'target.changed': (_, facts) =>
    (facts.was ? renamed('the alert', facts, 'name') : null) ?? [`changed the alert ${quoted(facts.name)}`],
  'target.paused': (_, facts) => [`paused the alert ${quoted(facts.name)}`],
  'target.resumed': (_, facts) => [`resumed the alert ${quoted(facts.name)}`],
  'target.deleted': (_, facts) => [`deleted the alert ${quoted(facts.name)}`],
  'target.replayed': (_, facts) => [`resent a message to ${quoted(facts.name)}`],
  'project.time_zone_changed': (_, facts) => [`set the project’s time zone to ${facts.time_zone}`],
  'project.tickets_changed': (_, facts) => [
    facts.ticket_template === null ? 'turned off ticket creation' : 'set up ticket creation',
  ],
}

const WORDINGS = new Map<string, Wording>(
  Object.entries({
    ...OWNERSHIP,
    ...INTEGRATIONS,
    ...IMPORTS,
    'issue.changed': changedIssue,
    'issue.regressed': (subject) => ['reopened', subject, 'because it was observed again'],
    'issue.regression_taken_back': (subject) => [
      'resolved',
      subject,
      'again because the observation that reopened it was moved',
    ],
    'issue.merged': (subject, facts, entry) => [
      'merged',
      subject,
      `(${observations(facts)}) into`,
      issue(entry, facts.into),
    ],
    'issue.took_in': (subject, facts, entry) => [
      'merged',
      issue(entry, facts.from),
      `(${observations(facts)}) into`,
      subject,
    ],
    'issue.gave_back': (subject, facts, entry) => [
      'undid the merge of',
      issue(entry, facts.into),
      `(${observations(facts)}) into`,
      subject,
    ],
    'issue.begun': (subject, facts, entry) => [
      'created',
      subject,
      `with ${observations(facts)} split out of`,
      issue(entry, facts.from),
    ],
    'issue.unmerged': (subject, facts, entry) => [
      'undid the merge of',
      subject,
      `(${observations(facts)}) into`,
      issue(entry, facts.from),
    ],
    'issue.split': (subject, facts, entry) => [
      `split ${observations(facts)} out of`,
      subject,
      'into',
      issue(entry, facts.into, 'a new issue'),
    ],
    'issue.kept_apart': (subject, facts, entry) => [
      'marked',
      subject,
      'as different from',
      issue(entry, facts.from),
    ],
    'observation.moved': (subject, facts, entry) => [
      'moved',
      subject,
      'from',
      issue(entry, facts.from, 'one issue'),
      'to',
      issue(entry, facts.into),
    ],
    'observation.tested': (subject) => ['sent', subject, 'as a test'],
    'tag.judged': (subject, facts) =>
      facts.verdict === 'confirmed'
        ? [`confirmed the tag ${quoted(facts.label)} on`, subject]
        : [`removed the tag ${quoted(facts.label)} from`, subject],
    'tag.rematched': (subject) => ['matched', subject, 'against all observations again'],
    'study.state_changed': (subject, facts) => ['changed', subject, `from ${facts.from} to ${facts.to}`],
    'study.changed': (subject, facts) => renamed(subject, facts, 'question') ?? ['changed', subject],
    'theme.renamed': (subject, facts) => [
      ...(renamed('a theme', facts, 'title') ?? ['renamed a theme']),
      'in',
      subject,
    ],
    'theme.merged': (subject, facts) => [`merged ${twoThemes(facts)} in`, subject],
    'theme.unmerged': (subject, facts) => [`undid the merge of ${twoThemes(facts)} in`, subject],
    'theme.split': (subject, facts) => [
      `split ${plural(Number(facts.answers ?? 0), 'answer')} out of a theme in`,
      subject,
    ],
    'tag.changed': (subject, facts) => renamed('the tag', facts, 'label') ?? ['changed', subject],
    'view.changed': (subject, facts) => renamed('the view', facts, 'name') ?? ['changed', subject],
    'guidelines.changed': (_, facts) => [
      'saved',
      { text: `version ${facts.version} of the guidelines`, to: '/guidelines' },
    ],
    'test.sent': () => ['sent a test observation'],
    'sample.opened': () => ['created a sample project'],
    'sample.filled': () => ['added sample data'],
    'sample.removed': () => ['removed the sample data'],
    'test.removed': (_, facts) => [`removed ${plural(Number(facts.observations ?? 0), 'test observation')}`],
    'digest.retried': (_, facts) => [
      `retried the digest of ${plural(Number(facts.retried ?? 0), 'failed item')}`,
    ],
    'digest.restarted': () => ['restarted the digest of all observations'],
    'member.joined': (_, facts) => [`joined as ${withArticle(String(facts.role))}`],
    'member.role_changed': (_, facts) => [
      `changed the role of ${facts.email} from ${facts.from} to ${facts.to}`,
    ],
    'member.removed': (_, facts) => [`removed ${facts.email} (${facts.role})`],
    'notes.changed': () => ['changed', { text: 'what agents note', to: '/guidelines' }],
    'limits.changed': () => ['changed', { text: 'the limits', to: '/settings/keys' }],
    'privacy.changed': () => ['changed', { text: 'the privacy settings', to: '/settings/privacy' }],
    'account.disabled': (_, facts) => [`disabled the account of ${facts.email}`],
    'account.enabled': (_, facts) => [`enabled the account of ${facts.email}`],
    'account.deleted': (_, facts) => [`deleted the account of ${facts.email}`],
    'invite.created': (_, facts) => [
      `invited ${text(facts.email) ?? 'someone by link'} as ${withArticle(String(facts.role))}`,
    ],
    'invite.withdrawn': (_, facts) => [
      text(facts.email) ? `withdrew the invite for ${facts.email}` : 'withdrew an invite link',
    ],
    'user.erased': (_, facts) => [
      `erased a user with ${observations(facts)} and ${plural(Number(facts.answers ?? 0), 'answer')}`,
    ],
    'project.sharing_changed': (_, facts) => [
      facts.share_known_issues === true ? 'shared' : 'stopped sharing',
      { text: 'known issues', to: '/guidelines' },
      'with agents',
    ],
    'project.links_changed': (_, facts) => [
      text(facts.interaction_url)
        ? `set the conversation URL to ${quoted(facts.interaction_url)}`
        : 'removed the conversation URL',
    ],
    'project.rest_changed': (_, facts) => [
      typeof facts.rest_days === 'number'
        ? `set the rest period between studies to ${plural(facts.rest_days, 'day')}`
        : 'removed the rest period between studies',
    ],
    'project.described': (_, facts) =>
      text(facts.about)
        ? [`described the product as ${quoted(facts.about)}`]
        : ['removed the product description'],
    'project.renamed': (_, facts) =>
      renamed('the project', facts, 'name') ?? ['saved the project without renaming it'],
  }),
)

/** `key.created` and similar: the verb and its subject. */
const plainly: Wording = (subject, _, { action }) => [
  (action.split('.')[1] ?? action).replaceAll('_', ' '),
  subject,
]
