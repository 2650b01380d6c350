// The fixed sets of words in the interface.
export const SENTIMENTS = ['very negative', 'negative', 'neutral', 'positive', 'very positive'] as const
export type Sentiment = (typeof SENTIMENTS)[number]

export const SOURCES = ['rest', 'mcp', 'import'] as const
export type Source = (typeof SOURCES)[number]

export const IMPORT_FORMATS = ['csv', 'jsonl'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** The meanings that a column of an imported file can have. */
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

/** The first part of a date such as 03/04/2026. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** receiving → running → done → undoing → undone. A running import can be undone, too. */
export const IMPORT_STATES = ['receiving', 'running', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What can be replaced by a placeholder before it is stored. */
export const REDACTION_KINDS = ['email', 'phone', 'card', 'iban', 'ip', 'secret'] as const
export type RedactionKind = (typeof REDACTION_KINDS)[number]

export const STUDY_STATES = ['draft', 'active', 'paused', 'ended'] as const
export type StudyState = (typeof STUDY_STATES)[number]

/** draft → active ⇄ paused; active and paused → ended, which is final. */
export const STUDY_TRANSITIONS: Record<StudyState, readonly StudyState[]> = {
  draft: ['active'],
  active: ['paused', 'ended'],
  paused: ['active', 'ended'],
  ended: [],
}

export const ISSUE_STATUSES = ['open', 'acknowledged', 'planned', 'resolved', 'ignored'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

/** When a person sets one of these, the issue counts as known, with its title at that time. */
export const KNOWN_STATUSES: readonly IssueStatus[] = ['acknowledged', 'planned', 'resolved']

export const ISSUE_KINDS = ['problem', 'request', 'question', 'praise'] as const
export type IssueKind = (typeof ISSUE_KINDS)[number]

/** From least to most severe. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What must not be buried, even if few users say it. */
export type Stake = 'privacy' | 'data' | 'money' | 'safety' | 'law'

/** By column; `relevance` is for searches. */
export const ISSUE_ORDERS = ['last_seen', 'first_seen', 'observations', 'users', 'severity'] as const
export type IssueOrder = (typeof ISSUE_ORDERS)[number]
export const ISSUE_SORTS = [...ISSUE_ORDERS, 'relevance'] as const
export type IssueSort = (typeof ISSUE_SORTS)[number]

/** Verdicts on two issues that may be the same. */
export const PAIR_VERDICTS = ['same', 'different'] as const

/** Filters by assignee. */
export const ASSIGNED = ['me', 'none'] as const

/** Events that targets can receive. */
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

/** The formats of messages to a target. */
export const TARGET_FORMATS = ['webhook', 'slack', 'email'] as const
export type TargetFormat = (typeof TARGET_FORMATS)[number]

/** A message per event, or a daily or weekly digest. */
export const RHYTHMS = ['each', 'daily', 'weekly'] as const
export type Rhythm = (typeof RHYTHMS)[number]

export const MESSAGE_KINDS = ['events', 'digest', 'test'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const MESSAGE_STATES = ['due', 'delivered', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Why a study takes no more answers. */
export type StudyEnd = 'ended' | 'full' | 'over'

/** Who worded an issue's title. */
export const TITLE_MAKERS = ['machine', 'model', 'assistant', 'person'] as const
export type TitleMaker = (typeof TITLE_MAKERS)[number]

/** Who decides on issues, so that the digest does not: a person, or the assistant that reviews for one. */
export const DECIDERS = ['person', 'assistant'] as const
export type Decider = (typeof DECIDERS)[number]

/** Whether later passes of the digest leave it unchanged. */
export const isDecided = (by: string): boolean => (DECIDERS as readonly string[]).includes(by)

/** Who wrote an issue's summary. */
export const SUMMARY_MAKERS = ['machine', 'assistant'] as const
export type SummaryMaker = (typeof SUMMARY_MAKERS)[number]

/** Who decided an issue's kind or severity. */
export const JUDGED_BY = ['machine', 'assistant', 'person'] as const
export type JudgedBy = (typeof JUDGED_BY)[number]

export const DIGEST_STATES = ['pending', 'failed', 'done'] as const

/** Why a tag is on an observation, or is kept off it. */
export const TAG_REASONS = ['keyword', 'meaning', 'excluded', 'person'] as const
export type TagReason = (typeof TAG_REASONS)[number]

export const TAG_VERDICTS = ['confirmed', 'removed'] as const

export const USER_SORTS = ['last_seen', 'observations'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** The console pages with saved views. */
export const VIEW_PAGES = ['observations', 'issues'] as const
export type ViewPage = (typeof VIEW_PAGES)[number]

/** Who put a tag on an observation. */
export const PLACED_BY = ['machine', 'person'] as const
export type PlacedBy = (typeof PLACED_BY)[number]

/**
 * Who placed an observation in an issue: the digest by itself or because the agent named the issue, a member's
 * assistant, or a person.
 */
export const ISSUE_PLACED_BY = ['machine', 'agent', 'assistant', 'person'] as const
export type IssuePlacedBy = (typeof ISSUE_PLACED_BY)[number]

/** Who made a change in the audit log. `people` includes tokens, commands and sample data. */
export const AUDIT_MAKERS = ['people', 'machine'] as const
export type AuditMaker = (typeof AUDIT_MAKERS)[number]

/** The roles of a project's members; each includes the ones before it. */
export const ROLES = ['viewer', 'editor', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** What an application may do for a member: use the agents' four tools, or read or write at the team's endpoint. */
export const OAUTH_SCOPES = ['agent', 'team:read', 'team:write'] as const
export type OauthScope = (typeof OAUTH_SCOPES)[number]

/** Members can grant no more than their own role allows. */
export const SCOPE_ROLES: Record<OauthScope, Role> = {
  agent: 'editor',
  'team:read': 'viewer',
  'team:write': 'editor',
}
