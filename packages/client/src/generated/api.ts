// Generated from the OpenAPI document by `npm run client:generate`; not edited by hand.

import type { Call, CallOptions, List, Page } from '../call.ts'

export type Observation = {
  id: string
  user_id: string
  interaction_id: string
  /** The way in: rest, mcp, or import for imported files. */
  source: Source
  title: string
  description: string
  user_sentiment: Sentiment
  observed_at: string
  created_at: string
  /** Matched asynchronously: empty at creation. */
  tags: Array<Tag>
}

export type ObservationBatchCreate = {
  /** Your stable identifier of the end user, the same in every conversation: an opaque id that your host gave you, not an email address or a name. */
  user_id: string
  /** Your identifier of this conversation thread, the same throughout it and in no other. */
  interaction_id: string
  /** How the user feels in this interaction, judged once for the whole batch. */
  user_sentiment: Sentiment
  /** When it was observed, as an RFC 3339 date-time; read as UTC without a zone. Leave it out for now. */
  observed_at?: string | null
  /** What was observed in this interaction: 1 to 50 items, one per distinct fact. */
  observations: Array<ObservationItemCreate>
}

export type ObservationBatchCreateResponse = {
  /** One created observation per input item, in input order. */
  results: Array<Observation>
}

/** One observation. Batch fields such as user_id do not belong here. */
export type ObservationItemCreate = {
  /** One line of plain text that names the single thing observed. */
  title: string
  /** Plain prose with the context: what happened, why it mattered to the user, how to reproduce it when that applies. */
  description: string
  /** The sentence of theirs that says it best, word for word. Leave it out when they said nothing worth quoting, and never put your own words here. */
  quote?: string
  /** Only when the guidelines list known issues and you are sure that this is one of them: its number. A number that no issue has is ignored, and every number where the guidelines list none. */
  issue?: number
}

export type ActiveStudies = {
  user_id: string
  /** The position of an entry, counted from 0, is its study_index over MCP; the id is the safer name. */
  studies: Array<StudyEntry>
}

export type ResearchAnswerCreate = {
  /** Your stable identifier of the end user, the same in every conversation: an opaque id that your host gave you, not an email address or a name. */
  user_id: string
  /** Your identifier of this conversation thread, the same throughout it and in no other. */
  interaction_id: string
  /** What the user meant, in plain prose, without your interpretation. */
  answer: string
}

export type ResearchAnswerCreated = {
  id: string
  posted_at: string
}

export type StudyEntry = {
  /** Name the study by this id when you post its answer. */
  id: string
  question: string
  /** Judge these yourself against the user and the conversation; the service does not. */
  eligibility_criteria: string
  /** What this user already answered; null when nothing yet. */
  answer: string | null
}

export type ApiKey = {
  id: string
  name: string
  /** The first characters of the key, to tell keys apart. */
  prefix: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  /** Exact to within a few seconds. */
  last_used_at: string | null
  /** The key that replaced it. */
  replaced_by: string | null
}

export type ApiKeyCreate = {
  name: string
  /** In the future. Omitted or null: never. */
  expires_at?: string | null
}

export type ApiKeyCreated = {
  id: string
  name: string
  /** The first characters of the key, to tell keys apart. */
  prefix: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  /** Exact to within a few seconds. */
  last_used_at: string | null
  /** The key that replaced it. */
  replaced_by: string | null
  /** The key itself, shown only once. */
  key: string
}

export type ApiKeyRotate = {
  /** How long the old key remains valid beside the new one; 0 ends it at once. */
  overlap_hours: number
  /** In the future. By default, the new key is valid for as long as the old one would have been. */
  expires_at?: string | null
}

export type GuidelinesDetail = {
  /** 0 until the texts are changed for the first time. */
  version: number
  /** The project's own text; null: the default. */
  observations: string | null
  research: string | null
  updated_at: string | null
  /** Who wrote this version. */
  updated_by: string | null
  defaults: {
    observations: string
    research: string
  }
  /** Which version agents read, newest first; exact to within a few seconds. */
  fetches: Array<{
    /** 0 for the defaults, before the first change. */
    version: number
    /** API keys and connected apps that fetched it. */
    agents: number
    fetches: number
    last_fetched_at: string
  }>
  /** The issues that agents can see. */
  known_issues: {
    /** Whether agents are told: `share_known_issues` of the project. */
    shared: boolean
    /** Another whenever the list says something else; null: it is empty. */
    version: string | null
    /** Issues whose title a person wrote or accepted; the 30 most recently seen, resolved ones for 30 days. */
    items: Array<{
      number: number
      title: string
      status: IssueStatus
    }>
    /** What is appended to the text on observations, or would be. */
    text: string | null
    /** The most recently fetched list first. */
    fetches: Array<{
      version: string
      /** API keys and connected apps that fetched it. */
      agents: number
      fetches: number
      last_fetched_at: string
    }>
  }
}

export type GuidelinesVersion = {
  version: number
  observations: string | null
  research: string | null
  created_at: string
  /** Who wrote it; null when that was not recorded. */
  created_by: string | null
}

export type ObservationDetail = {
  id: string
  user_id: string
  interaction_id: string
  /** The way in: rest, mcp, or import for imported files. */
  source: Source
  title: string
  description: string
  user_sentiment: Sentiment
  observed_at: string
  created_at: string
  tags: Array<{
    id: string
    label: string
    config: TagConfig
    placed_by: 'machine' | 'person'
  }>
  issue: {
    id: string
    number: number
    title: string
    /** Who placed it: the digest, the digest because the agent named the issue, an assistant, or a person. */
    placed_by: 'machine' | 'agent' | 'assistant' | 'person'
  } | null
  /** The user's own words; null when the agent passed none on. */
  quote: string | null
  /** The number of the issue that the agent named, right or wrong. */
  agent_issue: number | null
  /** problem, request, question or praise; null until digested. */
  kind: string | null
  language: string | null
  digest: {
    state: 'pending' | 'failed' | 'done'
    /** Why the last attempt failed. */
    error: string | null
  }
}

export type ObservationItem = {
  id: string
  user_id: string
  interaction_id: string
  /** The way in: rest, mcp, or import for imported files. */
  source: Source
  title: string
  description: string
  user_sentiment: Sentiment
  observed_at: string
  created_at: string
  tags: Array<{
    id: string
    label: string
    config: TagConfig
    placed_by: 'machine' | 'person'
  }>
  issue: {
    id: string
    number: number
    title: string
    /** Who placed it: the digest, the digest because the agent named the issue, an assistant, or a person. */
    placed_by: 'machine' | 'agent' | 'assistant' | 'person'
  } | null
  /** The user's own words; null when the agent passed none on. */
  quote: string | null
  /** The number of the issue that the agent named, right or wrong. */
  agent_issue: number | null
  /** problem, request, question or praise; null until digested. */
  kind: string | null
  language: string | null
  digest: {
    state: 'pending' | 'failed' | 'done'
    /** Why the last attempt failed. */
    error: string | null
  }
  /** With `q`: where the search matched. Plain text, to be shown as text. */
  highlight?: {
    title: Array<TextSegment>
    /** Of a long description, the part around the matches. */
    description: Array<TextSegment>
  }
}

export type Project = {
  id: string
  name: string
  /** One line about the product. Agents read it with the name, in the default guidelines and in the MCP instructions. */
  about: string | null
  /** The caller's role in it. */
  role: Role
  /** The project's MCP endpoint, for agents. */
  mcp_url: string
  /** The project's MCP endpoint for the assistants of its members. */
  team_url: string
  /** The base address of the project's REST interface. */
  rest_url: string
  /** Whether the guidelines tell agents which issues the team knows: their numbers, titles that a person wrote or accepted, and whether they are fixed. */
  share_known_issues: boolean
  /** The address of an interaction's conversation in your own tool, with `{interaction_id}` in its path or query. */
  interaction_url: string | null
  /** The team's time zone, such as Europe/Paris, which schedules digests. */
  time_zone: string
  /** The address of your tracker's form for a new ticket, with the placeholders {title}, {body}, {number}, {url}, {kind} and {severity} for those of an issue. null: none. */
  ticket_template: string | null
  /** The rest period: for this many days after an answer, a user is given no other study. null: none. */
  rest_days: number | null
  /** Set on a sample project: the project of its team. */
  sample_of: string | null
  created_at: string
}

export type ProjectCreate = {
  name: string
}

export type ProjectDelete = {
  /** The project's name, as confirmation: deleting cannot be undone. */
  name: string
}

export type ProjectDetail = {
  id: string
  name: string
  /** One line about the product. Agents read it with the name, in the default guidelines and in the MCP instructions. */
  about: string | null
  /** The caller's role in it. */
  role: Role
  /** The project's MCP endpoint, for agents. */
  mcp_url: string
  /** The project's MCP endpoint for the assistants of its members. */
  team_url: string
  /** The base address of the project's REST interface. */
  rest_url: string
  /** Whether the guidelines tell agents which issues the team knows: their numbers, titles that a person wrote or accepted, and whether they are fixed. */
  share_known_issues: boolean
  /** The address of an interaction's conversation in your own tool, with `{interaction_id}` in its path or query. */
  interaction_url: string | null
  /** The team's time zone, such as Europe/Paris, which schedules digests. */
  time_zone: string
  /** The address of your tracker's form for a new ticket, with the placeholders {title}, {body}, {number}, {url}, {kind} and {severity} for those of an issue. null: none. */
  ticket_template: string | null
  /** The rest period: for this many days after an answer, a user is given no other study. null: none. */
  rest_days: number | null
  /** Set on a sample project: the project of its team. */
  sample_of: string | null
  created_at: string
  /** The team's sample project; the project itself if it is one. */
  sample: {
    /** The sample project itself. */
    project_id: string
    observations: number
    tags: number
    studies: number
    answers: number
    /** False while the first digest runs; a few more observations and decisions follow. */
    complete: boolean
  } | null
  /** Not included in any other list or count. */
  test_observations: number
}

export type ProjectLimits = {
  /** Requests a minute that each key, connected app or member’s assistant may send. */
  key_requests_per_minute: number | null
  /** Requests a minute that all of them may send together. */
  project_requests_per_minute: number | null
  /** Observations that agents may post per day, by UTC, counted from when the budget is set. A batch that does not fit completely is refused. Imports and test observations do not count. */
  observations_per_day: number | null
  /** How much of the budget is used so far, including what processes have reserved. */
  observations_today: number
}

export type ProjectLimitsUpdate = {
  /** Requests a minute that each key, connected app or member’s assistant may send. */
  key_requests_per_minute?: number | null
  /** Requests a minute that all of them may send together. */
  project_requests_per_minute?: number | null
  /** Observations that agents may post per day, by UTC, counted from when the budget is set. A batch that does not fit completely is refused. Imports and test observations do not count. */
  observations_per_day?: number | null
}

export type ProjectUpdate = {
  name?: string
  /** The name that the project had when it was read. If it has another by now, nothing is changed and the answer is 409. */
  expected_name?: string
  /** One line about the product. Agents read it with the name, in the default guidelines and in the MCP instructions. */
  about?: string | null
  /** Whether the guidelines tell agents which issues the team knows: their numbers, titles that a person wrote or accepted, and whether they are fixed. */
  share_known_issues?: boolean
  /** The address of an interaction's conversation in your own tool, with `{interaction_id}` in its path or query. */
  interaction_url?: string | null
  /** The team's time zone, such as Europe/Paris, which schedules digests. */
  time_zone?: string
  /** The address of your tracker's form for a new ticket, with the placeholders {title}, {body}, {number}, {url}, {kind} and {severity} for those of an issue. null: none. */
  ticket_template?: string | null
  /** The rest period: for this many days after an answer, a user is given no other study. null: none. */
  rest_days?: number | null
}

export type Study = {
  id: string
  question: string
  /** Judged by the agent, not by the service. May be empty: everyone is eligible. */
  eligibility_criteria: string
  /** The share of users who are asked. */
  sampling_rate: number
  /** Answers from this moment on; null: no bound. */
  starts_at: string | null
  /** Answers before this moment; null: no bound. */
  ends_at: string | null
  /** null: no limit. */
  max_answers: number | null
  /** The pace: at most this many answers a day, by UTC. null: no limit. */
  max_answers_per_day: number | null
  /** draft → active ⇄ paused; active and paused → ended */
  state: StudyState
  answer_count: number
  /** Users whose agents were shown the study: all who could have answered. */
  shown_count: number
  /** When it first became active. */
  activated_at: string | null
  created_at: string
  updated_at: string
}

export type StudyAnswer = {
  id: string
  user_id: string
  interaction_id: string
  source: Source
  answer: string
  /** How the user felt, as the agent noted it in observations of the same conversation. */
  sentiment: Sentiment | null
  theme: {
    id: string
    title: string
  } | null
  posted_at: string
}

export type StudyCreate = {
  question: string
  /** Judged by the agent, not by the service. May be empty: everyone is eligible. */
  eligibility_criteria?: string
  /** The share of users who are asked. */
  sampling_rate?: number
  /** Answers from this moment on; null: no bound. */
  starts_at?: string | null
  /** Answers before this moment; null: no bound. */
  ends_at?: string | null
  /** null: no limit. */
  max_answers?: number | null
  /** The pace: at most this many answers a day, by UTC. null: no limit. */
  max_answers_per_day?: number | null
  /** draft → active ⇄ paused; active and paused → ended */
  state?: StudyState
}

export type StudyUpdate = {
  question?: string
  /** Judged by the agent, not by the service. May be empty: everyone is eligible. */
  eligibility_criteria?: string
  /** The share of users who are asked. */
  sampling_rate?: number
  /** Answers from this moment on; null: no bound. */
  starts_at?: string | null
  /** Answers before this moment; null: no bound. */
  ends_at?: string | null
  /** null: no limit. */
  max_answers?: number | null
  /** The pace: at most this many answers a day, by UTC. null: no limit. */
  max_answers_per_day?: number | null
  /** draft → active ⇄ paused; active and paused → ended */
  state?: StudyState
  /** The question that the study had when it was read. If it has another by now, nothing is changed and the answer is 409. */
  expected_question?: string
}

export type TagDetail = {
  id: string
  label: string
  config: TagConfig
  /** How many observations carry it. */
  observation_count: number
  created_at: string
  updated_at: string
}

export type TextSegment = {
  text: string
  /** Whether this piece matches the search. */
  hit: boolean
}

export type Invite = {
  id: string
  /** Each may also do what those before it may. */
  role: Role
  /** Only this person may accept; null: anybody with the link. */
  email: string | null
  invited_by: string
  created_at: string
  expires_at: string
}

export type InviteCreate = {
  /** Each may also do what those before it may. */
  role: Role
  email?: string | null
}

export type InviteCreated = {
  id: string
  /** Each may also do what those before it may. */
  role: Role
  /** Only this person may accept; null: anybody with the link. */
  email: string | null
  invited_by: string
  created_at: string
  expires_at: string
  /** The link to pass on, shown only once. */
  url: string
  /** Whether the link was sent to the email address. */
  mailed: boolean
}

export type Member = {
  account_id: string
  name: string
  email: string
  /** Each may also do what those before it may. */
  role: Role
  joined_at: string
  /** Nobody can sign in to a disabled account. */
  disabled: boolean
}

export type MemberUpdate = {
  /** Each may also do what those before it may. */
  role: Role
}

export type AuditEntry = {
  id: string
  at: string
  /** Who did it; `machine` for the digest itself. */
  actor: string
  action: string
  subject_id: string | null
  /** The current title of the issue, observation or study that the entry is about. */
  subject_title: string | null
  /** The other issues in the facts, with their current titles. */
  issues: Array<{
    id: string
    number: number
    title: string
  }>
  facts: Record<string, unknown>
}

export type Day = {
  day: string
  count: number
}

export type DigestFailure = {
  /** Null for an answer. */
  observation_id: string | null
  /** Of the answer; null for an observation. */
  study_id: string | null
  answer_id: string | null
  attempts: number
  error: string
  failed_at: string
}

export type DigestRetried = {
  retried: number
}

export type DigestStatus = {
  /** Observations and answers not digested yet, counted up to 10,000. */
  pending: number
  /** There are more: counting stopped here. */
  pending_at_least: boolean
  /** The observations among the pending ones, counted up to the same limit. */
  pending_observations: number
  /** Failed at the last attempt; kept with their error. */
  failed: number
  /** How long the oldest pending one has waited. */
  lag_seconds: number
  /** How long ago the oldest pending one was queued, including failed attempts. */
  oldest_seconds: number
  last_digested_at: string | null
  digested_count: number
  grouping: {
    /** From this likeness on, from 0 to 1, notes share an issue. */
    threshold: number
    /** How much the threshold is changed for the next two figures. */
    step: number
    /** About how many issues there would be with a threshold one step higher. */
    stricter_issues: number
    /** The same, one step lower. */
    looser_issues: number
  } | null
  redigesting: {
    done: number
    total: number
  } | null
  /** The last error of each optional model. */
  models: {
    embeddings: {
      message: string
      at: string
      count: number
    } | null
    llm: {
      message: string
      at: string
      count: number
    } | null
  }
}

export type Issue = {
  id: string
  /** The number that people and agents use, as in #142; counted per project. */
  number: number
  title: string
  /** Who worded it. */
  title_by: 'machine' | 'model' | 'assistant' | 'person'
  /** What it is and why it matters, in sentences from its observations; then how many users are affected. */
  summary: string
  /** `assistant`: set by a member or their assistant. */
  summary_by: 'machine' | 'assistant'
  /** Sentences from its observations: agents' words about what users said. */
  quotes: Array<{
    observation_id: string
    text: string
  }>
  kind: IssueKind
  /** Who decided the kind. One set by a person stays. */
  kind_by: 'machine' | 'assistant' | 'person'
  /** null for praise. */
  severity: Severity | null
  /** Who decided the severity. One set by a person stays. */
  severity_by: 'machine' | 'assistant' | 'person'
  /** Empty for a severity set by a person. */
  severity_reasons: Array<string>
  status: IssueStatus
  status_note: string | null
  /** When it was observed again after it was resolved. */
  regressed_at: string | null
  observation_count: number
  /** Distinct end users. */
  user_count: number
  sentiment_counts: SentimentCounts
  first_seen: string | null
  last_seen: string | null
  trend: IssueTrend
  /** The three most common among its newest 30 observations. */
  tags: Array<{
    id: string
    label: string
    color: string | null
  }>
  /** The assigned member; null for nobody. */
  assignee: {
    account_id: string
    name: string
    email: string
  } | null
  /** Its tickets in the team's own tracker, the oldest first. */
  tickets: Array<{
    id: string
    /** Its address in the tracker. */
    url: string
    /** A label from the address, such as LED-142 or #57; otherwise the host. */
    label: string
    added_by: string
    added_at: string
  }>
  comment_count: number
  /** The issue that this one was merged into. */
  merged_into: string | null
  created_at: string
  updated_at: string
}

export type IssueApart = {
  /** The issue that it must not be merged with. */
  from: string
}

export type IssueDetail = {
  id: string
  /** The number that people and agents use, as in #142; counted per project. */
  number: number
  title: string
  /** Who worded it. */
  title_by: 'machine' | 'model' | 'assistant' | 'person'
  /** What it is and why it matters, in sentences from its observations; then how many users are affected. */
  summary: string
  /** `assistant`: set by a member or their assistant. */
  summary_by: 'machine' | 'assistant'
  /** Sentences from its observations: agents' words about what users said. */
  quotes: Array<{
    observation_id: string
    text: string
  }>
  kind: IssueKind
  /** Who decided the kind. One set by a person stays. */
  kind_by: 'machine' | 'assistant' | 'person'
  /** null for praise. */
  severity: Severity | null
  /** Who decided the severity. One set by a person stays. */
  severity_by: 'machine' | 'assistant' | 'person'
  /** Empty for a severity set by a person. */
  severity_reasons: Array<string>
  status: IssueStatus
  status_note: string | null
  /** When it was observed again after it was resolved. */
  regressed_at: string | null
  observation_count: number
  /** Distinct end users. */
  user_count: number
  sentiment_counts: SentimentCounts
  first_seen: string | null
  last_seen: string | null
  trend: IssueTrend
  /** The most common first, counted over all of its observations. */
  tags: Array<{
    id: string
    label: string
    color: string | null
    observation_count: number
  }>
  /** The assigned member; null for nobody. */
  assignee: {
    account_id: string
    name: string
    email: string
  } | null
  /** Its tickets in the team's own tracker, the oldest first. */
  tickets: Array<{
    id: string
    /** Its address in the tracker. */
    url: string
    /** A label from the address, such as LED-142 or #57; otherwise the host. */
    label: string
    added_by: string
    added_at: string
  }>
  comment_count: number
  /** The issue that this one was merged into. */
  merged_into: string | null
  created_at: string
  updated_at: string
  /** The users' own words: the newest three, among its newest 200 observations. */
  user_quotes: Array<{
    observation_id: string
    text: string
  }>
  /** The most similar first. */
  similar: Array<{
    issue_id: string
    number: number
    title: string
    kind: IssueKind
    status: IssueStatus
    observation_count: number
    user_count: number
    /** The likeness, from 0 to 1; two similar issues are worth a look from 0.6 on. */
    score: number
  }>
  /** Possible duplicates for a person to judge. The score is the probability that the two are the same, the highest first. */
  suggested_merges: Array<{
    issue_id: string
    number: number
    title: string
    kind: IssueKind
    status: IssueStatus
    observation_count: number
    user_count: number
    /** The likeness, from 0 to 1; two similar issues are worth a look from 0.6 on. */
    score: number
  }>
}

export type IssueMerge = {
  /** The issue that remains. */
  into: string
}

export type IssueSplit = {
  observation_ids: Array<string>
  title?: string
}

export type IssueTrend = {
  last_7_days: number
  previous_7_days: number
  /** Days with observations, oldest first. */
  daily: Array<Day>
}

export type IssueUpdate = {
  /** null restores the title found automatically. */
  title?: string | null
  /** Kept until changed; null restores the one found automatically. */
  summary?: string | null
  /** The title that the issue had when it was read. If it has another by now, nothing is changed and the answer is 409. */
  expected_title?: string
  /** Kept until changed; null restores the kind found automatically. */
  kind?: IssueKind | null
  /** Kept until changed; null restores the severity found automatically. Praise has none. */
  severity?: Severity | null
  /** A new status without a note removes the note. */
  status?: IssueStatus
  status_note?: string | null
  /** The account of the assigned member; null for nobody. */
  assignee_id?: string | null
}

export type ObservationMove = {
  /** The issue to move it to; null opens a new one. */
  issue_id: string | null
}

export type Overview = {
  days: number
  /** Whether there ever was an observation, digested or not. */
  has_observations: boolean
  /** Digested, in the period. */
  observation_count: number
  /** End users with observations in the period. */
  user_count: number
  open_issue_count: number
  /** Issues first seen in the period. */
  new_issue_count: number
  /** Research answers in the period. */
  answer_count: number
  /** The same counts of the preceding period of the same length. */
  before: {
    observation_count: number
    /** null when there are more than 100,000 observations, which are not counted. */
    user_count: number | null
    new_issue_count: number
    answer_count: number
  }
  /** Every day of the period, oldest first, in UTC. */
  series: Array<SentimentDay>
  /** Most observed in the period, without those that are resolved or ignored. */
  top_issues: Array<Issue>
  new_issues: Array<Issue>
  regressed_issues: Array<Issue>
  tags: Array<{
    id: string
    label: string
    color: string | null
    count: number
  }>
  /** The active ones. */
  studies: Array<{
    id: string
    question: string
    answer_count: number
    max_answers: number | null
    ends_at: string | null
  }>
  digest: DigestStatus
}

export type SentimentCounts = {
  'very negative': number
  negative: number
  neutral: number
  positive: number
  'very positive': number
}

export type SentimentDay = {
  day: string
  'very negative': number
  negative: number
  neutral: number
  positive: number
  'very positive': number
}

export type TagRematch = {
  started_at: string
  finished_at: string | null
  /** Observations to match. */
  total: number
  done: number
  matched: number
}

export type TagVerdict = {
  /** Kept permanently; the tag learns from it. */
  verdict: 'confirmed' | 'removed'
}

export type IssueSeries = {
  days: number
  /** Every day of the period, oldest first, in UTC. */
  series: Array<SentimentDay>
}

export type IssueUser = {
  user_id: string
  observation_count: number
}

export type IssuesChange = {
  issue_ids: Array<string>
  status?: IssueStatus
  status_note?: string | null
  /** The account of the assigned member; null for nobody. */
  assignee_id?: string | null
}

export type IssuesChanged = {
  items: Array<Issue>
}

export type MergedIssue = {
  /** Its merge can be undone. */
  id: string
  title: string
  merged_at: string
  merged_by: string | null
  /** Its observations when it was merged. */
  observation_count: number
}

export type MergedIssues = Page<MergedIssue>

export type SampleFacts = {
  /** The sample project itself. */
  project_id: string
  observations: number
  tags: number
  studies: number
  answers: number
  /** False while the first digest runs; a few more observations and decisions follow. */
  complete: boolean
}

export type SampleRemoved = {
  observations: number
}

export type TestObservation = {
  request: {
    method: 'POST'
    url: string
    headers: {
      /** With the key masked, because keys are not stored. */
      Authorization: string
      'Content-Type': string
    }
    body: ObservationBatchCreate
  }
  response: ObservationBatchCreateResponse
  /** How long storing took. */
  milliseconds: number
}

export type TagTest = {
  /** How many observations were tested: the newest 500 that are digested. */
  looked_at: number
  matched: number
  /** How many are kept out by an excluded phrase alone. */
  excluded: number
  /** The score from which closeness in meaning is enough. */
  threshold: number
  /** Observations that would carry the tag, newest first, at most 50. */
  items: Array<TagTestItem>
  /** Observations that were kept out or came closest without matching, at most 10. */
  near_misses: Array<TagTestItem>
}

export type TagTestCreate = {
  label: string
  config?: TagConfig
  /** The tag that is being edited, whose verdicts by people count, too. */
  tag_id?: string | null
}

export type TagTestItem = {
  observation: ObservationDetail
  reason: {
    /** keyword: a keyword occurs. meaning: only the closeness decides. excluded: it would match, but an excluded phrase occurs. person: somebody confirmed or removed the tag here. */
    by: 'keyword' | 'meaning' | 'excluded' | 'person'
    /** How close it is, 0 to 1; compare it with `threshold`. */
    score: number
    /** The keyword or excluded phrase that matched. */
    phrase: string | null
  }
}

export type Import = {
  id: string
  name: string
  format: 'csv' | 'jsonl'
  /** `receiving`: the file is being uploaded. `running`: its rows become observations. `undoing`: the observations are removed. */
  state: 'receiving' | 'running' | 'done' | 'undoing' | 'undone'
  /** Rows of the file. */
  read: number
  /** Rows that became observations. */
  stored: number
  /** Refused rows; errors.csv gives the reasons. */
  refused: number
  /** Rows whose external id already existed. */
  duplicates: number
  /** Observations removed by undoing the import. */
  removed: number
  created_by: string
  created_at: string
  finished_at: string | null
}

export type ImportDetail = {
  id: string
  name: string
  format: 'csv' | 'jsonl'
  /** `receiving`: the file is being uploaded. `running`: its rows become observations. `undoing`: the observations are removed. */
  state: 'receiving' | 'running' | 'done' | 'undoing' | 'undone'
  /** Rows of the file. */
  read: number
  /** Rows that became observations. */
  stored: number
  /** Refused rows; errors.csv gives the reasons. */
  refused: number
  /** Rows whose external id already existed. */
  duplicates: number
  /** Observations removed by undoing the import. */
  removed: number
  created_by: string
  created_at: string
  finished_at: string | null
  /** Why rows were refused; the first 100. */
  reasons: Array<{
    row: number
    reason: string
  }>
}

export type ImportPreview = {
  /** Each column of the file, with its first values. */
  columns: Array<{
    name: string
    examples: Array<string>
  }>
  mapping: {
    columns: {
      title: string | null
      description: string | null
      quote: string | null
      user_id: string | null
      interaction_id: string | null
      user_sentiment: string | null
      observed_at: string | null
      external_id: string | null
    }
    /** The values in the file; null for a value whose meaning was not set yet. */
    sentiments: Array<{
      value: string
      sentiment: Sentiment | null
    }>
    date_order: 'day_first' | 'month_first'
  }
  /** The first 10 rows as they would be stored, redacted. */
  rows: Array<{
    /** Its position in the file. */
    row: number
    observation: {
      /** One line of plain text that names the single thing observed. */
      title: string
      /** Plain prose with the context: what happened, why it mattered to the user, how to reproduce it when that applies. */
      description: string
      /** The sentence of theirs that says it best, word for word. Leave it out when they said nothing worth quoting, and never put your own words here. */
      quote: string | null
      /** Your stable identifier of the end user, the same in every conversation: an opaque id that your host gave you, not an email address or a name. */
      user_id: string
      /** Your identifier of this conversation thread, the same throughout it and in no other. */
      interaction_id: string
      user_sentiment: Sentiment
      observed_at: string | null
      external_id: string | null
    } | null
    /** Why the row would be refused; null if it would not. */
    reason: string | null
  }>
}

export type SavedView = {
  id: string
  /** The console page. */
  page: 'observations' | 'issues'
  /** Unique among the views of its page. */
  name: string
  query: string
  created_by: string
  created_at: string
}

export type SavedViewCreate = {
  /** The console page. */
  page: 'observations' | 'issues'
  name: string
  /** The page's address after the question mark; empty for everything. */
  query: string
}

export type SavedViewUpdate = {
  name?: string
  /** The name that the view had when it was read. If it has another by now, nothing is changed and the answer is 409. */
  expected_name?: string
  /** The page's address after the question mark; empty for everything. */
  query?: string
  /** The query that the view had when it was read. If it has another by now, nothing is changed and the answer is 409. */
  expected_query?: string
}

export type Guidelines = {
  /** Markdown: when and how to post observations. */
  observations: string
  /** Markdown: how to conduct studies and post answers. Absent while no study is active. */
  research?: string
}

export type Tag = {
  id: string
  label: string
  config: TagConfig
}

export type TagConfig = {
  /** What the tag is for, in a sentence or two. */
  description?: string
  /** Words or phrases that match whatever their form and case. */
  keywords?: Array<string>
  /** Phrases that rule the tag out. */
  exclude?: Array<string>
  /** Texts that deserve the tag. */
  examples?: Array<string>
  /** How close in meaning is close enough; null: calibrated. */
  threshold?: number | null
  color?: string
}

export type Violation = {
  loc: Array<string | number>
  msg: string
  type: string
}

export type Sentiment = 'very negative' | 'negative' | 'neutral' | 'positive' | 'very positive'

export type Source = 'rest' | 'mcp' | 'import'

export type IssueStatus = 'open' | 'acknowledged' | 'planned' | 'resolved' | 'ignored'

export type IssueKind = 'problem' | 'request' | 'question' | 'praise'

export type Severity = 'low' | 'medium' | 'high' | 'critical'

export type StudyState = 'draft' | 'active' | 'paused' | 'ended'

export type Role = 'viewer' | 'editor' | 'owner'

export type EventType =
  | 'issue.new'
  | 'issue.regressed'
  | 'issue.spiked'
  | 'issue.severity_raised'
  | 'issue.assigned'
  | 'issue.commented'
  | 'study.finished'
  | 'answer.posted'
  | 'key.expiring'

export type Theme = {
  id: string
  /** In the words of an answer, unless a person set it. */
  title: string
  title_by: 'machine' | 'model' | 'assistant' | 'person'
  answer_count: number
  sentiment_counts: SentimentCounts
  /** Two or three of its answers, the most typical first. */
  quotes: Array<{
    answer_id: string
    text: string
  }>
  /** Themes that people merged into it, the latest first. `unmerge` undoes a merge. */
  merged: Array<{
    id: string
    /** Null when its words came from an answer that was removed. */
    title: string | null
    /** When it was merged. */
    answer_count: number
    merged_at: string
  }>
}

export type NoteSettings = {
  /** What agents should note. All of it by default. */
  kinds: Array<IssueKind>
  /** What they should look out for, in a few words each. */
  topics: Array<string>
  /** What they should write nothing about, in a few words each. */
  avoid: Array<string>
  /** Whether they ask the user before the first note of a conversation. Not by default. */
  ask_first: boolean
  texts: {
    /** The text appended to the guidelines on observations; null for none. */
    section: string | null
    /** The description of the tool `post_observations`. */
    tool: string
    /** The text that an MCP host shows to the model before any tool call. */
    instructions: string
  }
}

export type Total = {
  count: number
  /** There are more: counting stopped there. */
  at_least: boolean
}

export type User = {
  /** As agents send it. */
  user_id: string
  observation_count: number
  /** Research answers. */
  answer_count: number
  /** The first observation; null when there are only answers. */
  first_seen: string | null
  last_seen: string | null
}

export type UserDetail = {
  /** As agents send it. */
  user_id: string
  observation_count: number
  /** Research answers. */
  answer_count: number
  /** The first observation; null when there are only answers. */
  first_seen: string | null
  last_seen: string | null
  sentiment_counts: SentimentCounts
  /** The length of the series. */
  days: number
  /** Every day of the period, oldest first, in UTC. */
  series: Array<SentimentDay>
  /** The issues that this user reported most often, at most ten. */
  issues: Array<{
    id: string
    title: string
    kind: IssueKind
    /** null for praise. */
    severity: Severity | null
    status: IssueStatus
    /** Observations by this user. */
    observation_count: number
  }>
}

export type UserAnswer = {
  id: string
  user_id: string
  interaction_id: string
  source: Source
  answer: string
  /** How the user felt, as the agent noted it in observations of the same conversation. */
  sentiment: Sentiment | null
  theme: {
    id: string
    title: string
  } | null
  posted_at: string
  study_id: string
  question: string
}

export type PossibleDuplicate = {
  one: Issue
  other: Issue
  /** The probability that the two are the same, by the digest's comparison and earlier verdicts. */
  chance: number
}

export type Comment = {
  id: string
  /** Who wrote it, as in the audit log. */
  author: string
  /** The author's name, if a person wrote it. */
  author_name: string
  /** Markdown. */
  body: string
  /** The mentioned members. */
  mentions: Array<{
    account_id: string
    name: string
    email: string
  }>
  created_at: string
  edited_at: string | null
  /** Whether the caller wrote it, and may change it. */
  own: boolean
}

export type Target = {
  id: string
  /** The team's name for it. */
  name: string
  /** An http or https address for webhook and slack; for email up to 20 addresses, separated by commas. */
  address: string
  /** `each`: a message for each event. `daily`, `weekly`: a digest at 8:00 (on Mondays) in the project's time zone, unless it would be empty. */
  rhythm: 'each' | 'daily' | 'weekly'
  /** The events that it receives; digests contain issues. */
  events: Array<EventType>
  /** Only issues with at least this many end users. A new issue is announced once it has them; assignments and comments are always announced. */
  min_users: number
  /** Only issues of these kinds; empty for any kind. */
  kinds: Array<IssueKind>
  /** Only issues of at least this severity; null for any. */
  min_severity: Severity | null
  /** Only issues with an observation that has this tag. */
  tag_id: string | null
  format: 'webhook' | 'slack' | 'email'
  /** What webhooks are signed with: `whsec_…`. Only in the response that created it; null in all others. */
  secret: string | null
  paused_at: string | null
  /** Why Fieldnote paused it; null when a person did. */
  paused_because: string | null
  next_digest_at: string | null
  /** When a message was last delivered. */
  last_message_at: string | null
  /** Messages not delivered yet. */
  waiting: number
  created_by: string
  created_at: string
}

export type Webhook = {
  id: string
  /** The team's name for it. */
  name: string
  /** An http or https address; one of a private network is refused unless ALLOW_PRIVATE_TARGETS allows it. */
  url: string
  format: 'webhook' | 'slack'
  /** `each`: a message for each event. `daily`, `weekly`: a digest at 8:00 (on Mondays) in the project's time zone, unless it would be empty. */
  rhythm: 'each' | 'daily' | 'weekly'
  /** The events that it receives; digests contain issues. */
  events: Array<EventType>
  conditions: {
    /** Only issues with at least this many end users. A new issue is announced once it has them; assignments and comments are always announced. */
    min_users: number
    /** Only issues of these kinds; empty for any kind. */
    kinds: Array<IssueKind>
    /** Only issues of at least this severity; null for any. */
    min_severity: Severity | null
    /** Only issues with an observation that has this tag. */
    tag_id: string | null
  }
  /** The key that messages are signed with: `whsec_…`. Only in the response that created it; null in all others, and always null for slack. */
  secret: string | null
  paused_at: string | null
  /** Why Fieldnote paused it; null when a person did. */
  paused_because: string | null
  next_digest_at: string | null
  /** When a message was last delivered. */
  last_delivery_at: string | null
  /** Messages not delivered yet. */
  waiting: number
  created_by: string
  created_at: string
}

export type Message = {
  /** The `webhook-id`, which is the same for every attempt. */
  id: string
  kind: 'events' | 'digest' | 'test'
  events: Array<{
    type: EventType
    at: string
    issue_number: number | null
    /** The current title. */
    issue_title: string | null
  }>
  state: 'due' | 'delivered' | 'failed'
  attempts: number
  /** The HTTP status of the last attempt. */
  status: number | null
  /** Why the last attempt failed, or which of several recipients it did not reach. */
  error: string | null
  /** Null when there is none, or none before the target is resumed. */
  next_attempt_at: string | null
  created_at: string
  finished_at: string | null
}

export type Privacy = {
  /** What is replaced by `[email]`, `[phone]` and so on before storage. Nothing by default. */
  redact: Array<'email' | 'phone' | 'card' | 'iban' | 'ip' | 'secret'>
  /** Your own patterns for further replacements. */
  patterns: Array<{
    /** The name in the placeholder: letters, digits, - and _. */
    name: string
    /** A regular expression without lookaround, backreferences, ^, $ and lazy repetition; letters match in either case. */
    pattern: string
  }>
  /** Observations and answers are deleted after this many days, counted from when they were said or stored, whichever is earlier. Null: never. */
  retention_days: number | null
  /** Replacements in the last 30 days, by kind. The replaced text is not stored anywhere. */
  redacted: Array<{
    kind: string
    count: number
  }>
}

export type ObservationBatch = {
  /** Your stable identifier of the end user, the same in every conversation: an opaque id that your host gave you, not an email address or a name. */
  user: string
  /** Your identifier of this conversation thread, the same throughout it and in no other. */
  conversation: string
  /** How the user feels in this interaction, judged once for the whole batch. */
  sentiment: Sentiment
  /** When it was observed, as an RFC 3339 date-time; read as UTC without a zone. Leave it out for now. */
  observedAt?: string | null
  /** What was observed in this interaction: 1 to 50 items, one per distinct fact. */
  observations: Array<ObservationItemCreate>
}

export type ResearchAnswer = {
  /** The id of the study, as `studies` gave it. */
  study: string
  /** Your stable identifier of the end user, the same in every conversation: an opaque id that your host gave you, not an email address or a name. */
  user: string
  /** Your identifier of this conversation thread, the same throughout it and in no other. */
  conversation: string
  /** What the user meant, in plain prose, without your interpretation. */
  answer: string
}

export type ProjectCalls = {
  /** Read a project. */
  get(input?: Record<string, never>, options?: CallOptions): Call<ProjectDetail>
  /** Change a project. */
  update(input?: ProjectUpdate, options?: CallOptions): Call<Project>
  /** Delete a project for good. The project and its keys stop working at once, on every process. Its data is removed in the background. */
  delete(input: ProjectDelete, options?: CallOptions): Call<void>
  /** Export a whole project. One archive for another instance, as everything is at this moment: observations with what the digest made of them, issues, tags, studies, answers, guidelines, settings and the audit log. No accounts, members, keys, alerts or other secrets. */
  archive(input?: Record<string, never>, options?: CallOptions): Call<Response>
  /** Read the project at a glance. */
  overview(
    input?: {
      days?: number
    },
    options?: CallOptions,
  ): Call<Overview>
  keys: {
    /** Create an API key. The key is only in this response: the service stores its hash. */
    create(input: ApiKeyCreate, options?: CallOptions): Call<ApiKeyCreated>
    /** List API keys. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
      },
      options?: CallOptions,
    ): List<ApiKey>
    /** Replace an API key. Creates a new key with the same name. The old one keeps working for the hours you choose, so that agents can switch one by one; `last_used_at` shows whether it is still used. */
    rotate(
      input: ApiKeyRotate & {
        key_id: string
      },
      options?: CallOptions,
    ): Call<ApiKeyCreated>
    /** Revoke an API key. Takes effect at once, on every process. Revoking again changes nothing. */
    delete(
      input: {
        key_id: string
      },
      options?: CallOptions,
    ): Call<void>
  }
  limits: {
    /** Read the limits. */
    get(input?: Record<string, never>, options?: CallOptions): Call<ProjectLimits>
    /** Change the limits. Replaces all limits; omitted ones leave only the service’s own. Of two limits the lower counts. In force on every process within a second. */
    update(input?: ProjectLimitsUpdate, options?: CallOptions): Call<ProjectLimits>
  }
  members: {
    /** List members. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
      },
      options?: CallOptions,
    ): List<Member>
    /** Change a member's role. */
    update(
      input: MemberUpdate & {
        account_id: string
      },
      options?: CallOptions,
    ): Call<Member>
    /** Remove a member. Takes effect at once. Everyone may leave a project, whatever their role. */
    delete(
      input: {
        account_id: string
      },
      options?: CallOptions,
    ): Call<void>
  }
  invites: {
    /** Invite somebody to a project. The link works once, for 7 days. It is in this response, in the mail to `email` where the service can send one, and nowhere else. */
    create(input: InviteCreate, options?: CallOptions): Call<InviteCreated>
    /** List invites that can still be accepted. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
      },
      options?: CallOptions,
    ): List<Invite>
    /** Withdraw an invite. */
    delete(
      input: {
        invite_id: string
      },
      options?: CallOptions,
    ): Call<void>
  }
  tags: {
    /** Create a tag. */
    create(
      input: {
        label: string
        config?: TagConfig
      },
      options?: CallOptions,
    ): Call<TagDetail>
    /** List tags. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
      },
      options?: CallOptions,
    ): List<TagDetail>
    /** Read a tag. */
    get(
      input: {
        tag_id: string
      },
      options?: CallOptions,
    ): Call<TagDetail>
    /** Change a tag. Omitted fields stay as they are; `config` is replaced as a whole. */
    update(
      input: {
        label?: string
        /** The label that the tag had when it was read. If it has another by now, nothing is changed and the answer is 409. */
        expected_label?: string
        config?: TagConfig
      } & {
        tag_id: string
      },
      options?: CallOptions,
    ): Call<TagDetail>
    /** Delete a tag. Also removes it from every observation. */
    delete(
      input: {
        tag_id: string
      },
      options?: CallOptions,
    ): Call<void>
    /** Test a tag before saving it. Which of the newest observations would get it, and why. Nothing is stored; the digest answers, usually within a second. */
    test(input: TagTestCreate, options?: CallOptions): Call<TagTest>
    rematch: {
      /** Match a tag to existing observations. Runs in the background; read the progress here. Starting again starts over. */
      start(
        input: {
          tag_id: string
        },
        options?: CallOptions,
      ): Call<TagRematch>
      /** Read the progress of the matching. */
      get(
        input: {
          tag_id: string
        },
        options?: CallOptions,
      ): Call<TagRematch>
    }
  }
  studies: {
    /** Create a study. It starts as a draft unless `state` says active. */
    create(input: StudyCreate, options?: CallOptions): Call<Study>
    /** List studies. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
        state?: StudyState
      },
      options?: CallOptions,
    ): List<Study>
    /** Read a study. */
    get(
      input: {
        study_id: string
      },
      options?: CallOptions,
    ): Call<Study>
    /** Change a study or its state. Omitted fields stay as they are. States go draft → active ⇄ paused, and from both of these to ended. */
    update(
      input: StudyUpdate & {
        study_id: string
      },
      options?: CallOptions,
    ): Call<Study>
    /** Delete a draft. */
    delete(
      input: {
        study_id: string
      },
      options?: CallOptions,
    ): Call<void>
    /** Read a study as an agent sees it. In any state, for a user who has not answered. */
    preview(
      input: {
        study_id: string
      },
      options?: CallOptions,
    ): Call<{
      entry: StudyEntry
      /** How an agent might ask: an example, because each phrases it differently. */
      spoken: string
      /** The research guidelines in force, which agents read before they ask. */
      guidelines: string
    }>
    /** Explain why a user is or is not asked. Every rule for this user now, and the first that excludes them. */
    explain(
      input: {
        study_id: string
        /** Your stable identifier of the end user, the same in every conversation: an opaque id that your host gave you, not an email address or a name. */
        user_id: string
      },
      options?: CallOptions,
    ): Call<{
      /** Whether agents would ask this user now. */
      asked: boolean
      /** The first rule against asking; null when the user is asked. */
      decides: 'state' | 'starts' | 'ends' | 'cap' | 'pace' | 'sampling' | 'rest' | 'answered' | null
      rules: Array<{
        rule: 'state' | 'starts' | 'ends' | 'cap' | 'pace' | 'sampling' | 'rest' | 'answered'
        passes: boolean
        /** Why, in plain words. */
        detail: string
      }>
    }>
    /** Count a study's answers per day. */
    series(
      input: {
        study_id: string
        days?: number
        /** A theme id. */
        theme?: string
        /** Whether it is in any theme. */
        themed?: 'yes' | 'no'
        /** One, or several separated by commas. */
        sentiment?: Sentiment | Array<Sentiment>
        /** Whether an agent noted a sentiment in its conversation. */
        sentiment_noted?: 'yes' | 'no'
      },
      options?: CallOptions,
    ): Call<{
      days: number
      /** Every day of the period, oldest first, in UTC. */
      series: Array<{
        day: string
        count: number
        sentiment_counts: SentimentCounts
      }>
    }>
    answers: {
      /** List a study's answers. */
      list(
        input: {
          study_id: string
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
          /** Words of the answer; "a phrase" in quotes; prefix* for beginnings; -word to exclude. */
          q?: string
          /** A theme id. */
          theme?: string
          /** Whether it is in any theme. */
          themed?: 'yes' | 'no'
          /** One, or several separated by commas. */
          sentiment?: Sentiment | Array<Sentiment>
          /** Whether an agent noted a sentiment in its conversation. */
          sentiment_noted?: 'yes' | 'no'
          /** posted_at at or after this. */
          from?: string
          /** posted_at before this. */
          to?: string
        },
        options?: CallOptions,
      ): List<StudyAnswer>
    }
    themes: {
      /** List the themes of a study's answers. What several answers have in common, with counts and quotes. Found in the background. */
      list(
        input: {
          study_id: string
          /** Counts answers with posted_at at or after this. */
          from?: string
          /** Counts answers with posted_at before this. */
          to?: string
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<
        Theme,
        Page<Theme> & {
          /** Answers without a theme. */
          without: number
          /** Answers that are not digested yet. */
          pending: number
        }
      >
      /** Rename a theme. The digest keeps the name and never merges the theme into another. */
      update(
        input: {
          title: string
          /** The title that the theme had when it was read. If it has another by now, nothing is changed and the answer is 409. */
          expected_title?: string
        } & {
          study_id: string
          theme_id: string
        },
        options?: CallOptions,
      ): Call<Theme>
      /** Merge a theme into another. `unmerge` separates it again. */
      merge(
        input: {
          /** The theme of the same study that remains. */
          into: string
        } & {
          study_id: string
          theme_id: string
        },
        options?: CallOptions,
      ): Call<Theme>
      /** Undo the merge of a theme into another. Its answers return. The digest never merges the two again. */
      unmerge(
        input: {
          study_id: string
          theme_id: string
        },
        options?: CallOptions,
      ): Call<Theme>
      /** Split answers off a theme. They become a theme of their own. The digest never merges the two again. */
      split(
        input: {
          /** Answers of this theme that form a new theme. */
          answer_ids: Array<string>
          title?: string
        } & {
          study_id: string
          theme_id: string
        },
        options?: CallOptions,
      ): Call<Theme>
    }
  }
  totals: {
    /** Count answers. Of one study or of all. Takes the filters of the list. */
    answers(
      input?: {
        /** A study id. */
        study?: string
        /** Words of the answer; "a phrase" in quotes; prefix* for beginnings; -word to exclude. */
        q?: string
        /** A theme id. */
        theme?: string
        /** Whether it is in any theme. */
        themed?: 'yes' | 'no'
        /** One, or several separated by commas. */
        sentiment?: Sentiment | Array<Sentiment>
        /** Whether an agent noted a sentiment in its conversation. */
        sentiment_noted?: 'yes' | 'no'
        /** posted_at at or after this. */
        from?: string
        /** posted_at before this. */
        to?: string
      },
      options?: CallOptions,
    ): Call<Total>
    /** Count observations. Takes the filters of the list. */
    observations(
      input?: {
        /** Words in any form; "a phrase" in quotes; prefix* for beginnings; -word to exclude. */
        q?: string
        /** One, or several separated by commas. */
        sentiment?: Sentiment | Array<Sentiment>
        /** A tag id. */
        tag?: string
        /** An issue id. */
        issue?: string
        user_id?: string
        interaction_id?: string
        source?: Source
        /** An import id. */
        import?: string
        /** observed_at at or after this. */
        from?: string
        /** observed_at before this. */
        to?: string
      },
      options?: CallOptions,
    ): Call<Total>
    /** Count end users. Those with observations. */
    users(
      input?: {
        /** Any part of the user id, ignoring case; when no id matches, similar ids. */
        q?: string
      },
      options?: CallOptions,
    ): Call<Total>
    /** Count possible duplicates. */
    duplicates(input?: Record<string, never>, options?: CallOptions): Call<Total>
  }
  guidelines: {
    /** Read the project's guidelines. */
    get(input?: Record<string, never>, options?: CallOptions): Call<GuidelinesDetail>
    /** Change the project's guidelines. Adds a version. null restores the default; a text left out stays as it is. */
    update(
      input?: {
        /** Markdown that replaces the default; null restores the default. */
        observations?: string | null
        /** Markdown that replaces the default; null restores the default. */
        research?: string | null
      },
      options?: CallOptions,
    ): Call<GuidelinesDetail>
    versions: {
      /** List the versions of the guidelines. */
      list(
        input?: {
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<GuidelinesVersion>
    }
    notes: {
      /** What agents are asked to note. */
      get(input?: Record<string, never>, options?: CallOptions): Call<NoteSettings>
      /** Change what agents are asked to note. Replaces all settings; omitted ones return to their defaults. Agents get them the next time they fetch the guidelines; an MCP host may cache the list of tools for an hour. */
      update(
        input?: {
          /** What agents should note. All of it by default. */
          kinds?: Array<IssueKind>
          /** What they should look out for, in a few words each. */
          topics?: Array<string>
          /** What they should write nothing about, in a few words each. */
          avoid?: Array<string>
          /** Whether they ask the user before the first note of a conversation. Not by default. */
          ask_first?: boolean
        },
        options?: CallOptions,
      ): Call<NoteSettings>
      /** What agents would read. Nothing is stored. */
      preview(
        input?: {
          /** What agents should note. All of it by default. */
          kinds?: Array<IssueKind>
          /** What they should look out for, in a few words each. */
          topics?: Array<string>
          /** What they should write nothing about, in a few words each. */
          avoid?: Array<string>
          /** Whether they ask the user before the first note of a conversation. Not by default. */
          ask_first?: boolean
        },
        options?: CallOptions,
      ): Call<{
        /** The text appended to the guidelines on observations; null for none. */
        section: string | null
        /** The description of the tool `post_observations`. */
        tool: string
        /** The text that an MCP host shows to the model before any tool call. */
        instructions: string
      }>
    }
  }
  observations: {
    /** List observations. Filters combine; unknown ones are refused. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
        /** Words in any form; "a phrase" in quotes; prefix* for beginnings; -word to exclude. */
        q?: string
        /** One, or several separated by commas. */
        sentiment?: Sentiment | Array<Sentiment>
        /** A tag id. */
        tag?: string
        /** An issue id. */
        issue?: string
        user_id?: string
        interaction_id?: string
        source?: Source
        /** An import id. */
        import?: string
        /** observed_at at or after this. */
        from?: string
        /** observed_at before this. */
        to?: string
      },
      options?: CallOptions,
    ): List<ObservationItem>
    /** Read an observation. */
    get(
      input: {
        observation_id: string
      },
      options?: CallOptions,
    ): Call<ObservationDetail>
    /** Move an observation to another issue. It stays where a person put it, whatever the digest concludes later. */
    move(
      input: ObservationMove & {
        observation_id: string
      },
      options?: CallOptions,
    ): Call<ObservationDetail>
    similar: {
      /** List observations close in meaning. */
      list(
        input: {
          observation_id: string
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<ObservationDetail>
    }
    tags: {
      /** Confirm or remove a tag on an observation. The digest never undoes it, and the tag learns from it. */
      update(
        input: TagVerdict & {
          observation_id: string
          tag_id: string
        },
        options?: CallOptions,
      ): Call<ObservationDetail>
    }
  }
  users: {
    /** List end users. Those with observations. A whole id in `q` also finds a user who has only answered. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
        /** Any part of the user id, ignoring case; when no id matches, similar ids. */
        q?: string
        /** Highest first; last_seen when left out. */
        sort?: 'last_seen' | 'observations'
      },
      options?: CallOptions,
    ): List<User>
    /** Read an end user. */
    get(
      input: {
        user_id: string
        days?: number
      },
      options?: CallOptions,
    ): Call<UserDetail>
    /** Erase an end user. Observations, answers and every quote of them, permanently. May be repeated: it continues where it was interrupted. The audit log records that it happened, but not for whom. */
    delete(
      input: {
        user_id: string
      },
      options?: CallOptions,
    ): Call<{
      /** Removed by this call. */
      observations: number
      answers: number
    }>
    /** Export everything stored about an end user. Includes users who were only shown a study or are in a waiting import. */
    exportJson(
      input: {
        user_id: string
      },
      options?: CallOptions,
    ): Call<{
      user_id: string
      exported_at: string
      /** Imported rows that are not observations yet. A row that becomes one during the export may be in both. */
      import_rows: Array<{
        import_id: string
        /** Its position in the file. */
        row: number
        /** One line of plain text that names the single thing observed. */
        title: string
        /** Plain prose with the context: what happened, why it mattered to the user, how to reproduce it when that applies. */
        description: string
        /** The sentence of theirs that says it best, word for word. Leave it out when they said nothing worth quoting, and never put your own words here. */
        quote: string | null
        /** Your identifier of this conversation thread, the same throughout it and in no other. */
        interaction_id: string
        user_sentiment: Sentiment
        observed_at: string | null
        external_id: string | null
      }>
      observations: Array<ObservationDetail>
      answers: Array<UserAnswer>
      /** The studies that agents were shown for this user. */
      studies_shown: Array<{
        study_id: string
        question: string
        shown_at: string
      }>
      /** The studies last listed over MCP, which answers by index refer to. */
      studies_listed: Array<string>
    }>
    answers: {
      /** List an end user's answers. */
      list(
        input: {
          user_id: string
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<UserAnswer>
    }
  }
  issues: {
    /** List issues. Filters combine; unknown ones are refused. Merged issues are not listed. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
        /** One, or several separated by commas. */
        status?: IssueStatus | Array<IssueStatus>
        kind?: IssueKind | Array<IssueKind>
        severity?: Severity | Array<Severity>
        /** Only those observed again after they were resolved. */
        regressed?: 'true'
        /** Only those first seen at or after this. */
        new_since?: string
        /** A tag id that one of its observations carries. */
        tag?: string
        /** `me`: only issues assigned to the caller; `none`: only unassigned issues. */
        assigned?: 'me' | 'none'
        /** Only issues assigned to this member, by account id. */
        assignee?: string
        /** Words of title, summary or observations, in any form; the last word may be incomplete. When nothing matches, similarly spelled words are searched; when little matches, issues close in meaning are added. #142 finds the issue of that number. */
        q?: string
        /** Highest first. When left out: relevance with `q`, last_seen without. By relevance, issues with the words in their title come first, then those with a larger share of matching observations. By severity, praise comes last. */
        sort?: 'last_seen' | 'first_seen' | 'observations' | 'users' | 'severity' | 'relevance'
      },
      options?: CallOptions,
    ): List<Issue>
    /** Count issues by status. Takes the filters of the list. */
    counts(
      input?: {
        kind?: IssueKind | Array<IssueKind>
        severity?: Severity | Array<Severity>
        /** Only those observed again after they were resolved. */
        regressed?: 'true'
        /** Only those first seen at or after this. */
        new_since?: string
        /** A tag id that one of its observations carries. */
        tag?: string
        /** `me`: only issues assigned to the caller; `none`: only unassigned issues. */
        assigned?: 'me' | 'none'
        /** Only issues assigned to this member, by account id. */
        assignee?: string
        /** Words of title, summary or observations, in any form; the last word may be incomplete. When nothing matches, similarly spelled words are searched; when little matches, issues close in meaning are added. #142 finds the issue of that number. */
        q?: string
      },
      options?: CallOptions,
    ): Call<{
      open: number
      acknowledged: number
      planned: number
      resolved: number
      ignored: number
    }>
    /** Read an issue. By its id or its number, such as `142`, as in every path with an issue. */
    get(
      input: {
        issue_id: string
      },
      options?: CallOptions,
    ): Call<IssueDetail>
    /** Rename an issue, correct its kind or severity, change its status, or assign it. The digest keeps what a person sets. A resolved issue that is observed again reopens as a regression. */
    update(
      input: IssueUpdate & {
        issue_id: string
      },
      options?: CallOptions,
    ): Call<IssueDetail>
    /** Record that a person opened an issue. From then on the issue keeps its id. The console calls this; reading an issue does not. */
    markSeen(
      input: {
        issue_id: string
      },
      options?: CallOptions,
    ): Call<void>
    /** Merge an issue into another. */
    merge(
      input: IssueMerge & {
        issue_id: string
      },
      options?: CallOptions,
    ): Call<IssueDetail>
    /** Undo the merge of an issue into another. Its observations return, and the two are kept apart from then on. */
    unmerge(
      input: {
        issue_id: string
      },
      options?: CallOptions,
    ): Call<IssueDetail>
    /** Move some observations of an issue to a new one. */
    split(
      input: IssueSplit & {
        issue_id: string
      },
      options?: CallOptions,
    ): Call<IssueDetail>
    /** Refuse a suggested merge. The digest never merges the two, nor suggests it again. */
    keepApart(
      input: IssueApart & {
        issue_id: string
      },
      options?: CallOptions,
    ): Call<IssueDetail>
    /** Read an issue per day and sentiment. */
    series(
      input: {
        issue_id: string
        days?: number
      },
      options?: CallOptions,
    ): Call<IssueSeries>
    /** Change the status or the assignee of many issues at once. All or none; the audit log has an entry for each. */
    updateMany(input: IssuesChange, options?: CallOptions): Call<IssuesChanged>
    users: {
      /** List the end users of an issue. */
      list(
        input: {
          issue_id: string
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<IssueUser>
    }
    merged: {
      /** List the issues that people merged into an issue. `unmerge` separates each of them again. */
      list(
        input: {
          issue_id: string
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<MergedIssue, MergedIssues>
    }
    comments: {
      /** List the comments on an issue. */
      list(
        input: {
          issue_id: string
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<Comment>
      /** Comment on an issue. */
      create(
        input: {
          /** Markdown. `@ada@example.com` mentions the member with that email address; `#142` links to that issue. */
          body: string
        } & {
          issue_id: string
        },
        options?: CallOptions,
      ): Call<Comment>
      /** Change your own comment. */
      update(
        input: {
          /** Markdown. `@ada@example.com` mentions the member with that email address; `#142` links to that issue. */
          body: string
        } & {
          issue_id: string
          comment_id: string
        },
        options?: CallOptions,
      ): Call<Comment>
      /** Delete your own comment. Owners may also delete those of others. */
      delete(
        input: {
          issue_id: string
          comment_id: string
        },
        options?: CallOptions,
      ): Call<void>
    }
    tickets: {
      /** Link an issue to a ticket in your tracker. Linking the same address again changes nothing. */
      create(
        input: {
          /** An http or https address. */
          url: string
        } & {
          issue_id: string
        },
        options?: CallOptions,
      ): Call<IssueDetail>
      /** Remove the link to a ticket. */
      delete(
        input: {
          issue_id: string
          ticket_id: string
        },
        options?: CallOptions,
      ): Call<IssueDetail>
    }
  }
  duplicates: {
    /** List possible duplicates. Pairs of issues in the whole project that the digest kept apart but that may be the same. It learns from verdicts: the share of pairs that were the same decides how likely a pair must be to be listed, and pairs that resemble two issues kept apart are listed lower or not at all. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
      },
      options?: CallOptions,
    ): List<PossibleDuplicate>
    verdicts: {
      /** Say whether two issues are the same. Any two issues, listed or not. The digest never merges issues that were kept apart. */
      create(
        input: {
          /** The two issues. */
          issue_ids: Array<string>
          /** `same` merges the two: the one with more observations remains. `different` keeps them apart. */
          verdict: 'same' | 'different'
        },
        options?: CallOptions,
      ): Call<IssueDetail>
      /** Undo a verdict on two issues. Undoes a merge of the two, and no longer keeps them apart. If they were listed, they are listed again. */
      undo(
        input: {
          /** The two issues. */
          issue_ids: Array<string>
        },
        options?: CallOptions,
      ): Call<IssueDetail>
    }
  }
  targets: {
    /** List where events go. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
      },
      options?: CallOptions,
    ): List<
      Target,
      Page<Target> & {
        /** Whether this service can send email. */
        mail: boolean
      }
    >
    /** Send events somewhere. Without `events`: new issues, regressions, spikes and raised severities. Addresses of private networks are refused unless ALLOW_PRIVATE_TARGETS allows them. */
    create(
      input: {
        /** The team's name for it. */
        name: string
        /** `webhook`: signed JSON (Standard Webhooks). `slack`: a message that Slack and compatible chats show. `email`: needs SMTP_URL. */
        format: 'webhook' | 'slack' | 'email'
        /** An http or https address for webhook and slack; for email up to 20 addresses, separated by commas. */
        address: string
        /** `each`: a message for each event. `daily`, `weekly`: a digest at 8:00 (on Mondays) in the project's time zone, unless it would be empty. */
        rhythm: 'each' | 'daily' | 'weekly'
        /** The events that it receives; digests contain issues. */
        events?: Array<EventType>
        /** Only issues with at least this many end users. A new issue is announced once it has them; assignments and comments are always announced. */
        min_users?: number
        /** Only issues of these kinds; empty for any kind. */
        kinds?: Array<IssueKind>
        /** Only issues of at least this severity; null for any. */
        min_severity?: Severity | null
        /** Only issues with an observation that has this tag. */
        tag_id?: string | null
      },
      options?: CallOptions,
    ): Call<Target>
    /** Change, pause or resume a target. Events during the pause are sent when it is resumed. */
    update(
      input: {
        /** The team's name for it. */
        name?: string
        /** An http or https address for webhook and slack; for email up to 20 addresses, separated by commas. */
        address?: string
        /** `each`: a message for each event. `daily`, `weekly`: a digest at 8:00 (on Mondays) in the project's time zone, unless it would be empty. */
        rhythm?: 'each' | 'daily' | 'weekly'
        /** The events that it receives; digests contain issues. */
        events?: Array<EventType>
        /** Only issues with at least this many end users. A new issue is announced once it has them; assignments and comments are always announced. */
        min_users?: number
        /** Only issues of these kinds; empty for any kind. */
        kinds?: Array<IssueKind>
        /** Only issues of at least this severity; null for any. */
        min_severity?: Severity | null
        /** Only issues with an observation that has this tag. */
        tag_id?: string | null
        /** While paused, events wait; they are sent afterwards. */
        paused?: boolean
      } & {
        target_id: string
      },
      options?: CallOptions,
    ): Call<Target>
    /** Delete a target. Messages still waiting for it are not sent. */
    delete(
      input: {
        target_id: string
      },
      options?: CallOptions,
    ): Call<void>
    /** Send a test message. Tried once; its message shows the outcome. */
    test(
      input: {
        target_id: string
      },
      options?: CallOptions,
    ): Call<{
      message_id: string
    }>
    messages: {
      /** List the messages to a target. */
      list(
        input: {
          target_id: string
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<Message>
      /** Send a message again. Under the same id, so that a receiver can recognize it; the text is written again. A paused target gets it once it is resumed. */
      replay(
        input: {
          target_id: string
          message_id: string
        },
        options?: CallOptions,
      ): Call<void>
    }
  }
  webhooks: {
    /** List webhooks. Targets reached over HTTP. Email targets are only in `…/targets`. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
      },
      options?: CallOptions,
    ): List<Webhook>
    /** Create a webhook. The secret is only in this response. Without `events`: new issues, regressions, spikes and raised severities. Addresses of private networks are refused unless ALLOW_PRIVATE_TARGETS allows them. */
    create(
      input: {
        /** An http or https address; one of a private network is refused unless ALLOW_PRIVATE_TARGETS allows it. */
        url: string
        /** The events that it receives; digests contain issues. */
        events?: Array<EventType>
        /** Which issues it receives events about. */
        conditions?: {
          /** Only issues with at least this many end users. A new issue is announced once it has them; assignments and comments are always announced. */
          min_users?: number
          /** Only issues of these kinds; empty for any kind. */
          kinds?: Array<IssueKind>
          /** Only issues of at least this severity; null for any. */
          min_severity?: Severity | null
          /** Only issues with an observation that has this tag. */
          tag_id?: string | null
        }
        /** `webhook`: signed JSON (Standard Webhooks). `slack`: a message that Slack and compatible chats show. */
        format?: 'webhook' | 'slack'
        /** The team's name for it; by default, the host of the url. */
        name?: string
        /** `each`: a message for each event. `daily`, `weekly`: a digest at 8:00 (on Mondays) in the project's time zone, unless it would be empty. */
        rhythm?: 'each' | 'daily' | 'weekly'
      },
      options?: CallOptions,
    ): Call<Webhook>
    /** Read a webhook. */
    get(
      input: {
        webhook_id: string
      },
      options?: CallOptions,
    ): Call<Webhook>
    /** Change, pause or resume a webhook. Events during the pause are sent when it is resumed. */
    update(
      input: {
        /** An http or https address; one of a private network is refused unless ALLOW_PRIVATE_TARGETS allows it. */
        url?: string
        /** The events that it receives; digests contain issues. */
        events?: Array<EventType>
        /** Conditions that are not given stay unchanged. */
        conditions?: {
          /** Only issues with at least this many end users. A new issue is announced once it has them; assignments and comments are always announced. */
          min_users?: number
          /** Only issues of these kinds; empty for any kind. */
          kinds?: Array<IssueKind>
          /** Only issues of at least this severity; null for any. */
          min_severity?: Severity | null
          /** Only issues with an observation that has this tag. */
          tag_id?: string | null
        }
        /** Its current format, which cannot be changed; create another webhook instead. */
        format?: 'webhook' | 'slack'
        /** The team's name for it. */
        name?: string
        /** `each`: a message for each event. `daily`, `weekly`: a digest at 8:00 (on Mondays) in the project's time zone, unless it would be empty. */
        rhythm?: 'each' | 'daily' | 'weekly'
        /** While paused, events wait; they are sent afterwards. */
        paused?: boolean
      } & {
        webhook_id: string
      },
      options?: CallOptions,
    ): Call<Webhook>
    /** Delete a webhook. Messages still waiting for it are not sent. */
    delete(
      input: {
        webhook_id: string
      },
      options?: CallOptions,
    ): Call<void>
    deliveries: {
      /** List the messages to a webhook. */
      list(
        input: {
          webhook_id: string
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<Message>
    }
  }
  deliveries: {
    /** Send a delivery again. Under the same id, so that a receiver can recognize it; the text is written again. A paused webhook gets it once it is resumed. */
    replay(
      input: {
        delivery_id: string
      },
      options?: CallOptions,
    ): Call<void>
  }
  views: {
    /** List saved views. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
        /** The console page. */
        page?: 'observations' | 'issues'
      },
      options?: CallOptions,
    ): List<SavedView>
    /** Save a view. */
    create(input: SavedViewCreate, options?: CallOptions): Call<SavedView>
    /** Rename a saved view or change its filters. */
    update(
      input: SavedViewUpdate & {
        view_id: string
      },
      options?: CallOptions,
    ): Call<SavedView>
    /** Delete a saved view. */
    delete(
      input: {
        view_id: string
      },
      options?: CallOptions,
    ): Call<SavedView>
  }
  digest: {
    /** Read the progress of the digest. */
    get(input?: Record<string, never>, options?: CallOptions): Call<DigestStatus>
    /** Retry the failed ones. */
    retry(input?: Record<string, never>, options?: CallOptions): Call<DigestRetried>
    /** Digest every observation of the project again. In the background; nothing disappears meanwhile, and people’s decisions stay. */
    restart(input?: Record<string, never>, options?: CallOptions): Call<DigestStatus>
    failures: {
      /** List observations and answers whose digest failed. */
      list(
        input?: {
          limit?: number
          /** `next_cursor` of the page before. */
          cursor?: string
        },
        options?: CallOptions,
      ): List<DigestFailure>
    }
  }
  privacy: {
    /** Read the privacy settings. */
    get(input?: Record<string, never>, options?: CallOptions): Call<Privacy>
    /** Change the privacy settings. Replaces all settings; omitted ones are off. Once this call returns, every process redacts new data; stored data stays as it is. */
    update(
      input?: {
        /** What is replaced by `[email]`, `[phone]` and so on before storage. Nothing by default. */
        redact?: Array<'email' | 'phone' | 'card' | 'iban' | 'ip' | 'secret'>
        /** Your own patterns for further replacements. */
        patterns?: Array<{
          /** The name in the placeholder: letters, digits, - and _. */
          name: string
          /** A regular expression without lookaround, backreferences, ^, $ and lazy repetition; letters match in either case. */
          pattern: string
        }>
        /** Observations and answers are deleted after this many days, counted from when they were said or stored, whichever is earlier. Null: never. */
        retention_days?: number | null
      },
      options?: CallOptions,
    ): Call<Privacy>
    /** Test redaction on a text. Nothing is stored. */
    test(
      input: {
        text: string
        /** What is replaced by `[email]`, `[phone]` and so on before storage. Nothing by default. */
        redact?: Array<'email' | 'phone' | 'card' | 'iban' | 'ip' | 'secret'>
        /** Your own patterns for further replacements. */
        patterns?: Array<{
          /** The name in the placeholder: letters, digits, - and _. */
          name: string
          /** A regular expression without lookaround, backreferences, ^, $ and lazy repetition; letters match in either case. */
          pattern: string
        }>
      },
      options?: CallOptions,
    ): Call<{
      text: string
    }>
  }
  imports: {
    /** Import observations from a file. One observation from each row. Answers once the file is received whole; its rows then become observations, behind those that agents post meanwhile. Rows that cannot be read are refused one by one. A row whose external id is stored already is left out. At most 1,000,000 rows and 1024 MiB. */
    create(
      input: {
        /** How columns are read, as the JSON of an ImportMapping. Omitted parts are recognized from column names and the first rows; a preview shows the result. */
        mapping?: string
        /** The name of the file. */
        name?: string
        /** CSV with a header line, or JSON Lines; in UTF-8. */
        file: Blob
      },
      options?: CallOptions,
    ): Call<Import>
    /** List imports. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
      },
      options?: CallOptions,
    ): List<Import>
    /** Preview a file before importing it. Shows how its columns are read, and its first rows. Send its beginning: of more than 256 KiB, only that much is read. Nothing is stored. */
    preview(
      input: {
        /** How columns are read, as the JSON of an ImportMapping. Omitted parts are recognized from column names and the first rows; a preview shows the result. */
        mapping?: string
        /** CSV with a header line, or JSON Lines; in UTF-8. */
        file: Blob
      },
      options?: CallOptions,
    ): Call<ImportPreview>
    /** Read the progress of an import. */
    get(
      input: {
        import_id: string
      },
      options?: CallOptions,
    ): Call<ImportDetail>
    /** Undo an import. Removes every observation of the import and everything derived from it. Once this call returns, nothing more of the import is stored. */
    delete(
      input: {
        import_id: string
      },
      options?: CallOptions,
    ): Call<Import>
    /** Export why rows were refused. The number of each refused row and the reason. The row itself is not stored. */
    errorsCsv(
      input: {
        import_id: string
      },
      options?: CallOptions,
    ): Call<Response>
  }
  audit: {
    /** List who changed what. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
        /** Only entries about this issue, study, tag or observation. */
        subject?: string
        /** Only changes by people, including through tokens and commands, or only changes by the digest itself. */
        by?: 'people' | 'machine'
      },
      options?: CallOptions,
    ): List<AuditEntry>
  }
  sample: {
    /** Open the sample project. A project beside this one, for its team to look around in: a month of observations, tags, studies and answers about an invented product, in which the digest finds issues and tags as it does in everything else. Made when it is first asked for; after that, 200 with the one that there is. Nothing of it is in this project or is told to this project's agents. */
    create(input?: Record<string, never>, options?: CallOptions): Call<SampleFacts>
    /** Remove the sample project. That of this project, or this one where it is a sample project. Nothing else changes. */
    delete(input?: Record<string, never>, options?: CallOptions): Call<SampleRemoved>
  }
  testObservations: {
    /** Send a test observation. Shows the request that an agent would send, and the answer that it would get. Read the observation by its id until its digest is done to see the tags that it would carry. It is in no issue, list, search, export or count, and gone after 24 hours. */
    create(input?: Record<string, never>, options?: CallOptions): Call<TestObservation>
    /** Remove all test observations. What agents wrote stays. */
    delete(input?: Record<string, never>, options?: CallOptions): Call<SampleRemoved>
  }
  export: {
    /** Export observations as CSV. Streamed, with the filters of the list, in its order when the export began. CSV always has a header line; no cell can become a formula. */
    observationsCsv(
      input?: {
        /** Words in any form; "a phrase" in quotes; prefix* for beginnings; -word to exclude. */
        q?: string
        /** One, or several separated by commas. */
        sentiment?: Sentiment | Array<Sentiment>
        /** A tag id. */
        tag?: string
        /** An issue id. */
        issue?: string
        user_id?: string
        interaction_id?: string
        source?: Source
        /** An import id. */
        import?: string
        /** observed_at at or after this. */
        from?: string
        /** observed_at before this. */
        to?: string
      },
      options?: CallOptions,
    ): Call<Response>
    /** Export observations as JSON lines. Streamed, with the filters of the list, in its order when the export began. CSV always has a header line; no cell can become a formula. */
    observationsJsonl(
      input?: {
        /** Words in any form; "a phrase" in quotes; prefix* for beginnings; -word to exclude. */
        q?: string
        /** One, or several separated by commas. */
        sentiment?: Sentiment | Array<Sentiment>
        /** A tag id. */
        tag?: string
        /** An issue id. */
        issue?: string
        user_id?: string
        interaction_id?: string
        source?: Source
        /** An import id. */
        import?: string
        /** observed_at at or after this. */
        from?: string
        /** observed_at before this. */
        to?: string
      },
      options?: CallOptions,
    ): Call<Response>
    /** Export issues as CSV. Streamed, with the filters of the list, in its order when the export began. CSV always has a header line; no cell can become a formula. */
    issuesCsv(
      input?: {
        /** One, or several separated by commas. */
        status?: IssueStatus | Array<IssueStatus>
        kind?: IssueKind | Array<IssueKind>
        severity?: Severity | Array<Severity>
        /** Only those observed again after they were resolved. */
        regressed?: 'true'
        /** Only those first seen at or after this. */
        new_since?: string
        /** A tag id that one of its observations carries. */
        tag?: string
        /** `me`: only issues assigned to the caller; `none`: only unassigned issues. */
        assigned?: 'me' | 'none'
        /** Only issues assigned to this member, by account id. */
        assignee?: string
        /** Words of title, summary or observations, in any form; the last word may be incomplete. When nothing matches, similarly spelled words are searched; when little matches, issues close in meaning are added. #142 finds the issue of that number. */
        q?: string
        /** Highest first. When left out: relevance with `q`, last_seen without. By relevance, issues with the words in their title come first, then those with a larger share of matching observations. By severity, praise comes last. */
        sort?: 'last_seen' | 'first_seen' | 'observations' | 'users' | 'severity' | 'relevance'
      },
      options?: CallOptions,
    ): Call<Response>
    /** Export issues as JSON lines. Streamed, with the filters of the list, in its order when the export began. CSV always has a header line; no cell can become a formula. */
    issuesJsonl(
      input?: {
        /** One, or several separated by commas. */
        status?: IssueStatus | Array<IssueStatus>
        kind?: IssueKind | Array<IssueKind>
        severity?: Severity | Array<Severity>
        /** Only those observed again after they were resolved. */
        regressed?: 'true'
        /** Only those first seen at or after this. */
        new_since?: string
        /** A tag id that one of its observations carries. */
        tag?: string
        /** `me`: only issues assigned to the caller; `none`: only unassigned issues. */
        assigned?: 'me' | 'none'
        /** Only issues assigned to this member, by account id. */
        assignee?: string
        /** Words of title, summary or observations, in any form; the last word may be incomplete. When nothing matches, similarly spelled words are searched; when little matches, issues close in meaning are added. #142 finds the issue of that number. */
        q?: string
        /** Highest first. When left out: relevance with `q`, last_seen without. By relevance, issues with the words in their title come first, then those with a larger share of matching observations. By severity, praise comes last. */
        sort?: 'last_seen' | 'first_seen' | 'observations' | 'users' | 'severity' | 'relevance'
      },
      options?: CallOptions,
    ): Call<Response>
    /** Export answers as CSV. Streamed, with the filters of the list, in its order when the export began. CSV always has a header line; no cell can become a formula. */
    answersCsv(
      input?: {
        /** A study id. */
        study?: string
        /** Words of the answer; "a phrase" in quotes; prefix* for beginnings; -word to exclude. */
        q?: string
        /** A theme id. */
        theme?: string
        /** Whether it is in any theme. */
        themed?: 'yes' | 'no'
        /** One, or several separated by commas. */
        sentiment?: Sentiment | Array<Sentiment>
        /** Whether an agent noted a sentiment in its conversation. */
        sentiment_noted?: 'yes' | 'no'
        /** posted_at at or after this. */
        from?: string
        /** posted_at before this. */
        to?: string
      },
      options?: CallOptions,
    ): Call<Response>
    /** Export answers as JSON lines. Streamed, with the filters of the list, in its order when the export began. CSV always has a header line; no cell can become a formula. */
    answersJsonl(
      input?: {
        /** A study id. */
        study?: string
        /** Words of the answer; "a phrase" in quotes; prefix* for beginnings; -word to exclude. */
        q?: string
        /** A theme id. */
        theme?: string
        /** Whether it is in any theme. */
        themed?: 'yes' | 'no'
        /** One, or several separated by commas. */
        sentiment?: Sentiment | Array<Sentiment>
        /** Whether an agent noted a sentiment in its conversation. */
        sentiment_noted?: 'yes' | 'no'
        /** posted_at at or after this. */
        from?: string
        /** posted_at before this. */
        to?: string
      },
      options?: CallOptions,
    ): Call<Response>
  }
}

export type ServiceCalls = {
  projects: {
    /** Create a project. For owners of any project, and for everyone with an account while there is no project. */
    create(input: ProjectCreate, options?: CallOptions): Call<Project>
    /** List projects. */
    list(
      input?: {
        limit?: number
        /** `next_cursor` of the page before. */
        cursor?: string
      },
      options?: CallOptions,
    ): List<Project>
    /** Import a whole project. From an archive of an instance of the same version; ids stay as they were. The caller becomes its owner. Nobody sees it before it is whole and checked. Import only archives that you trust. */
    import(
      input: {
        /** What `export_project` answered. */
        file: Blob
      },
      options?: CallOptions,
    ): Call<Project>
  }
  accounts: {
    /** Disable or enable an account. A disabled account is signed out everywhere at once; its tokens and apps stop working until it is enabled again. For the operator, and for people who own every project of the account. */
    update(
      input: {
        disabled: boolean
      } & {
        account_id: string
      },
      options?: CallOptions,
    ): Call<{
      id: string
      name: string
      email: string
      /** Set on a disabled account. */
      disabled_at: string | null
    }>
    /** Delete an account. With its sessions, access tokens, connected apps and memberships. Its actions stay in the audit log. Everyone may delete their own account. For the operator, and for people who own every project of the account. */
    delete(
      input: {
        account_id: string
      },
      options?: CallOptions,
    ): Call<void>
  }
}
