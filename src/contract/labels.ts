// The closed sets of words that the interface speaks.
export const SENTIMENTS = ['very negative', 'negative', 'neutral', 'positive', 'very positive'] as const
export type Sentiment = (typeof SENTIMENTS)[number]

export const SOURCES = ['rest', 'mcp', 'import'] as const
export type Source = (typeof SOURCES)[number]

export const IMPORT_FORMATS = ['csv', 'jsonl'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** What a column of an imported file can be. */
export const IMPORT_FIELDS = [
  'title',
  'description',
  'quote',
  'user_id',
  'interaction_id',
  'user_sentiment',
  'observed_at',
  'external_id',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** What comes first in a date such as 03/04/2026. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** receiving → running → done → undoing → undone; what runs may be undone, too. */
export const IMPORT_STATES = ['receiving', 'running', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What can be replaced by a placeholder before it is stored. */
export const REDACTION_KINDS = ['email', 'phone', 'card', 'iban', 'ip', 'secret'] as const
export type RedactionKind = (typeof REDACTION_KINDS)[number]

export const STUDY_STATES = ['draft', 'active', 'paused', 'ended'] as const
export type StudyState = (typeof STUDY_STATES)[number]

/** draft → active ⇄ paused; both of these → ended, which is final. */
export const STUDY_TRANSITIONS: Record<StudyState, readonly StudyState[]> = {
  draft: ['active'],
  active: ['paused', 'ended'],
  paused: ['active', 'ended'],
  ended: [],
}

export const ISSUE_STATUSES = ['open', 'acknowledged', 'planned', 'resolved', 'ignored'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

/** Set by a person, these say that the issue is known, in the words that it has then. */
export const KNOWN_STATUSES: readonly IssueStatus[] = ['acknowledged', 'planned', 'resolved']

export const ISSUE_KINDS = ['problem', 'request', 'question', 'praise'] as const
export type IssueKind = (typeof ISSUE_KINDS)[number]

/** From the least to the most severe. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What must not be buried, however few say it. */
export type Stake = 'privacy' | 'data' | 'money' | 'safety' | 'law'

/** Those by a column; `relevance` is for what was searched for. */
export const ISSUE_ORDERS = ['last_seen', 'first_seen', 'observations', 'users', 'severity'] as const
export type IssueOrder = (typeof ISSUE_ORDERS)[number]
export const ISSUE_SORTS = [...ISSUE_ORDERS, 'relevance'] as const
export type IssueSort = (typeof ISSUE_SORTS)[number]

/** What is said of two issues that may be one. */
export const PAIR_VERDICTS = ['same', 'different'] as const

/** Whose issues are listed. */
export const ASSIGNED = ['me', 'none'] as const

/** What is told to the outside. */
export const EVENT_TYPES = [
  'issue.new',
  'issue.regressed',
  'issue.spiked',
  'issue.severity_raised',
  'issue.assigned',
  'issue.commented',
  'study.finished',
  'answer.posted',
  'key.expiring',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** How a target is spoken to. */
export const TARGET_FORMATS = ['webhook', 'slack', 'email'] as const
export type TargetFormat = (typeof TARGET_FORMATS)[number]

/** A message for each event, or a written digest of the day or the week. */
export const RHYTHMS = ['each', 'daily', 'weekly'] as const
export type Rhythm = (typeof RHYTHMS)[number]

export const MESSAGE_KINDS = ['events', 'digest', 'test'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const MESSAGE_STATES = ['due', 'delivered', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Why no more answers are taken. */
export type StudyEnd = 'ended' | 'full' | 'over'

/** Who worded the title of an issue. */
export const TITLE_MAKERS = ['machine', 'model', 'assistant', 'person'] as const
export type TitleMaker = (typeof TITLE_MAKERS)[number]

/** Who decides about issues, so that the digest does not: a person, or the assistant that reviews for one. */
export const DECIDERS = ['person', 'assistant'] as const
export type Decider = (typeof DECIDERS)[number]

/** Whether no later pass of the digest changes it. */
export const isDecided = (by: string): boolean => (DECIDERS as readonly string[]).includes(by)

/** Who wrote the summary of an issue. */
export const SUMMARY_MAKERS = ['machine', 'assistant'] as const
export type SummaryMaker = (typeof SUMMARY_MAKERS)[number]

/** Who said of which kind an issue is, or how severe. */
export const JUDGED_BY = ['machine', 'assistant', 'person'] as const
export type JudgedBy = (typeof JUDGED_BY)[number]

export const DIGEST_STATES = ['pending', 'failed', 'done'] as const

/** Why a tag would be on an observation, or is kept off it. */
export const TAG_REASONS = ['keyword', 'meaning', 'excluded', 'person'] as const
export type TagReason = (typeof TAG_REASONS)[number]

export const TAG_VERDICTS = ['confirmed', 'removed'] as const

export const USER_SORTS = ['last_seen', 'observations'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** The pages of the console that views can be saved of. */
export const VIEW_PAGES = ['observations', 'issues'] as const
export type ViewPage = (typeof VIEW_PAGES)[number]

/** Who put a tag on an observation. */
export const PLACED_BY = ['machine', 'person'] as const
export type PlacedBy = (typeof PLACED_BY)[number]

/** Who put an observation into an issue: the digest by itself, because its agent named the issue, a member's assistant, or a person. */
export const ISSUE_PLACED_BY = ['machine', 'agent', 'assistant', 'person'] as const
export type IssuePlacedBy = (typeof ISSUE_PLACED_BY)[number]

/** Who a change of the audit log was made by; `people` also through tokens, commands and sample data. */
export const AUDIT_MAKERS = ['people', 'machine'] as const
export type AuditMaker = (typeof AUDIT_MAKERS)[number]

/** What a member of a project may do; each may also do what those before it may. */
export const ROLES = ['viewer', 'editor', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** What an application may be allowed to do for a member: the agents' four tools, or the team's own endpoint. */
export const OAUTH_SCOPES = ['agent', 'team:read', 'team:write'] as const
export type OauthScope = (typeof OAUTH_SCOPES)[number]

/** A member can allow no more than their role lets them do themselves. */
export const SCOPE_ROLES: Record<OauthScope, Role> = {
  agent: 'editor',
  'team:read': 'viewer',
  'team:write': 'editor',
}
