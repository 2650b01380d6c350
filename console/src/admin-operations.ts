// biome-ignore-all assist/source/organizeImports: in the order of the document
// Generated from the OpenAPI document by `npm run client:generate`; not edited by hand.

import type { Page } from '../../packages/client/src/call.ts'
import type {
  StudyEntry,
  ApiKey,
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyRotate,
  GuidelinesDetail,
  GuidelinesVersion,
  ObservationDetail,
  ObservationItem,
  Project,
  ProjectCreate,
  ProjectDelete,
  ProjectDetail,
  ProjectLimits,
  ProjectLimitsUpdate,
  ProjectUpdate,
  Study,
  StudyAnswer,
  StudyCreate,
  StudyUpdate,
  TagDetail,
  Invite,
  InviteCreate,
  InviteCreated,
  Member,
  MemberUpdate,
  AuditEntry,
  DigestFailure,
  DigestRetried,
  DigestStatus,
  Issue,
  IssueApart,
  IssueDetail,
  IssueMerge,
  IssueSplit,
  IssueUpdate,
  ObservationMove,
  Overview,
  SentimentCounts,
  TagRematch,
  TagVerdict,
  IssueSeries,
  IssueUser,
  IssuesChange,
  IssuesChanged,
  MergedIssues,
  SampleFacts,
  SampleRemoved,
  TestObservation,
  TagTest,
  TagTestCreate,
  Import,
  ImportDetail,
  ImportPreview,
  SavedView,
  SavedViewCreate,
  SavedViewUpdate,
  TagConfig,
  Sentiment,
  Source,
  IssueStatus,
  IssueKind,
  Severity,
  StudyState,
  EventType,
  Theme,
  NoteSettings,
  Total,
  User,
  UserDetail,
  UserAnswer,
  PossibleDuplicate,
  Comment,
  Target,
  Webhook,
  Message,
  Privacy,
} from '../../packages/client/src/generated/api.ts'

export type AdminOperations = {
  'POST /api/projects': {
    query: object
    body: ProjectCreate
    answer: Project
  }
  'GET /api/projects': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Project>
  }
  'GET /api/projects/{project_id}': {
    query: object
    body: never
    answer: ProjectDetail
  }
  'PATCH /api/projects/{project_id}': {
    query: object
    body: ProjectUpdate
    answer: Project
  }
  'DELETE /api/projects/{project_id}': {
    query: object
    body: ProjectDelete
    answer: undefined
  }
  'GET /api/projects/{project_id}/archive': {
    query: object
    body: never
    answer: Response
  }
  'POST /api/projects/import': {
    query: object
    body: Blob
    answer: Project
  }
  'POST /api/projects/{project_id}/keys': {
    query: object
    body: ApiKeyCreate
    answer: ApiKeyCreated
  }
  'GET /api/projects/{project_id}/keys': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<ApiKey>
  }
  'POST /api/projects/{project_id}/keys/{key_id}/rotate': {
    query: object
    body: ApiKeyRotate
    answer: ApiKeyCreated
  }
  'DELETE /api/projects/{project_id}/keys/{key_id}': {
    query: object
    body: never
    answer: undefined
  }
  'GET /api/projects/{project_id}/limits': {
    query: object
    body: never
    answer: ProjectLimits
  }
  'PUT /api/projects/{project_id}/limits': {
    query: object
    body: ProjectLimitsUpdate
    answer: ProjectLimits
  }
  'GET /api/projects/{project_id}/members': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Member>
  }
  'PATCH /api/projects/{project_id}/members/{account_id}': {
    query: object
    body: MemberUpdate
    answer: Member
  }
  'DELETE /api/projects/{project_id}/members/{account_id}': {
    query: object
    body: never
    answer: undefined
  }
  'POST /api/projects/{project_id}/invites': {
    query: object
    body: InviteCreate
    answer: InviteCreated
  }
  'GET /api/projects/{project_id}/invites': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Invite>
  }
  'DELETE /api/projects/{project_id}/invites/{invite_id}': {
    query: object
    body: never
    answer: undefined
  }
  'POST /api/projects/{project_id}/tags': {
    query: object
    body: {
      label: string
      config?: TagConfig
    }
    answer: TagDetail
  }
  'GET /api/projects/{project_id}/tags': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<TagDetail>
  }
  'GET /api/projects/{project_id}/tags/{tag_id}': {
    query: object
    body: never
    answer: TagDetail
  }
  'PATCH /api/projects/{project_id}/tags/{tag_id}': {
    query: object
    body: {
      label?: string
      /** The label that the tag had when it was read. If it has another by now, nothing is changed and the answer is 409. */
      expected_label?: string
      config?: TagConfig
    }
    answer: TagDetail
  }
  'DELETE /api/projects/{project_id}/tags/{tag_id}': {
    query: object
    body: never
    answer: undefined
  }
  'POST /api/projects/{project_id}/tags/{tag_id}/rematch': {
    query: object
    body: never
    answer: TagRematch
  }
  'GET /api/projects/{project_id}/tags/{tag_id}/rematch': {
    query: object
    body: never
    answer: TagRematch
  }
  'POST /api/projects/{project_id}/tags/test': {
    query: object
    body: TagTestCreate
    answer: TagTest
  }
  'POST /api/projects/{project_id}/studies': {
    query: object
    body: StudyCreate
    answer: Study
  }
  'GET /api/projects/{project_id}/studies': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      state?: StudyState
    }
    body: never
    answer: Page<Study>
  }
  'GET /api/projects/{project_id}/studies/{study_id}': {
    query: object
    body: never
    answer: Study
  }
  'PATCH /api/projects/{project_id}/studies/{study_id}': {
    query: object
    body: StudyUpdate
    answer: Study
  }
  'DELETE /api/projects/{project_id}/studies/{study_id}': {
    query: object
    body: never
    answer: undefined
  }
  'GET /api/projects/{project_id}/studies/{study_id}/preview': {
    query: object
    body: never
    answer: {
      entry: StudyEntry
      /** How an agent might ask: an example, because each phrases it differently. */
      spoken: string
      /** The research guidelines in force, which agents read before they ask. */
      guidelines: string
    }
  }
  'GET /api/projects/{project_id}/studies/{study_id}/explain': {
    query: {
      /** Your stable identifier of the end user, the same in every conversation: an opaque id that your host gave you, not an email address or a name. */
      user_id: string
    }
    body: never
    answer: {
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
    }
  }
  'GET /api/projects/{project_id}/studies/{study_id}/series': {
    query: {
      days?: number
      /** A theme id. */
      theme?: string
      /** Whether it is in any theme. */
      themed?: 'yes' | 'no'
      /** One, or several separated by commas. */
      sentiment?: Sentiment | Array<Sentiment>
      /** Whether an agent noted a sentiment in its conversation. */
      sentiment_noted?: 'yes' | 'no'
    }
    body: never
    answer: {
      days: number
      /** Every day of the period, oldest first, in UTC. */
      series: Array<{
        day: string
        count: number
        sentiment_counts: SentimentCounts
      }>
    }
  }
  'GET /api/projects/{project_id}/studies/{study_id}/answers': {
    query: {
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
    }
    body: never
    answer: Page<StudyAnswer>
  }
  'GET /api/projects/{project_id}/totals/answers': {
    query: {
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
    }
    body: never
    answer: Total
  }
  'GET /api/projects/{project_id}/studies/{study_id}/themes': {
    query: {
      /** Counts answers with posted_at at or after this. */
      from?: string
      /** Counts answers with posted_at before this. */
      to?: string
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Theme> & {
      /** Answers without a theme. */
      without: number
      /** Answers that are not digested yet. */
      pending: number
    }
  }
  'PATCH /api/projects/{project_id}/studies/{study_id}/themes/{theme_id}': {
    query: object
    body: {
      title: string
      /** The title that the theme had when it was read. If it has another by now, nothing is changed and the answer is 409. */
      expected_title?: string
    }
    answer: Theme
  }
  'POST /api/projects/{project_id}/studies/{study_id}/themes/{theme_id}/merge': {
    query: object
    body: {
      /** The theme of the same study that remains. */
      into: string
    }
    answer: Theme
  }
  'POST /api/projects/{project_id}/studies/{study_id}/themes/{theme_id}/unmerge': {
    query: object
    body: never
    answer: Theme
  }
  'POST /api/projects/{project_id}/studies/{study_id}/themes/{theme_id}/split': {
    query: object
    body: {
      /** Answers of this theme that form a new theme. */
      answer_ids: Array<string>
      title?: string
    }
    answer: Theme
  }
  'GET /api/projects/{project_id}/guidelines': {
    query: object
    body: never
    answer: GuidelinesDetail
  }
  'PUT /api/projects/{project_id}/guidelines': {
    query: object
    body: {
      /** Markdown that replaces the default; null restores the default. */
      observations?: string | null
      /** Markdown that replaces the default; null restores the default. */
      research?: string | null
    }
    answer: GuidelinesDetail
  }
  'GET /api/projects/{project_id}/guidelines/versions': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<GuidelinesVersion>
  }
  'GET /api/projects/{project_id}/guidelines/notes': {
    query: object
    body: never
    answer: NoteSettings
  }
  'PUT /api/projects/{project_id}/guidelines/notes': {
    query: object
    body: {
      /** What agents should note. All of it by default. */
      kinds?: Array<IssueKind>
      /** What they should look out for, in a few words each. */
      topics?: Array<string>
      /** What they should write nothing about, in a few words each. */
      avoid?: Array<string>
      /** Whether they ask the user before the first note of a conversation. Not by default. */
      ask_first?: boolean
    }
    answer: NoteSettings
  }
  'POST /api/projects/{project_id}/guidelines/notes/preview': {
    query: object
    body: {
      /** What agents should note. All of it by default. */
      kinds?: Array<IssueKind>
      /** What they should look out for, in a few words each. */
      topics?: Array<string>
      /** What they should write nothing about, in a few words each. */
      avoid?: Array<string>
      /** Whether they ask the user before the first note of a conversation. Not by default. */
      ask_first?: boolean
    }
    answer: {
      /** The text appended to the guidelines on observations; null for none. */
      section: string | null
      /** The description of the tool `post_observations`. */
      tool: string
      /** The text that an MCP host shows to the model before any tool call. */
      instructions: string
    }
  }
  'GET /api/projects/{project_id}/observations': {
    query: {
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
    }
    body: never
    answer: Page<ObservationItem>
  }
  'GET /api/projects/{project_id}/totals/observations': {
    query: {
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
    }
    body: never
    answer: Total
  }
  'GET /api/projects/{project_id}/observations/{observation_id}': {
    query: object
    body: never
    answer: ObservationDetail
  }
  'GET /api/projects/{project_id}/observations/{observation_id}/similar': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<ObservationDetail>
  }
  'POST /api/projects/{project_id}/observations/{observation_id}/move': {
    query: object
    body: ObservationMove
    answer: ObservationDetail
  }
  'PUT /api/projects/{project_id}/observations/{observation_id}/tags/{tag_id}': {
    query: object
    body: TagVerdict
    answer: ObservationDetail
  }
  'GET /api/projects/{project_id}/users': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** Any part of the user id, ignoring case; when no id matches, similar ids. */
      q?: string
      /** Highest first; last_seen when left out. */
      sort?: 'last_seen' | 'observations'
    }
    body: never
    answer: Page<User>
  }
  'GET /api/projects/{project_id}/totals/users': {
    query: {
      /** Any part of the user id, ignoring case; when no id matches, similar ids. */
      q?: string
    }
    body: never
    answer: Total
  }
  'GET /api/projects/{project_id}/users/{user_id}': {
    query: {
      days?: number
    }
    body: never
    answer: UserDetail
  }
  'DELETE /api/projects/{project_id}/users/{user_id}': {
    query: object
    body: never
    answer: {
      /** Removed by this call. */
      observations: number
      answers: number
    }
  }
  'GET /api/projects/{project_id}/users/{user_id}/answers': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<UserAnswer>
  }
  'GET /api/projects/{project_id}/users/{user_id}/export.json': {
    query: object
    body: never
    answer: {
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
    }
  }
  'GET /api/projects/{project_id}/issues': {
    query: {
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
    }
    body: never
    answer: Page<Issue>
  }
  'GET /api/projects/{project_id}/issues/counts': {
    query: {
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
    }
    body: never
    answer: {
      open: number
      acknowledged: number
      planned: number
      resolved: number
      ignored: number
    }
  }
  'GET /api/projects/{project_id}/issues/{issue_id}': {
    query: object
    body: never
    answer: IssueDetail
  }
  'PATCH /api/projects/{project_id}/issues/{issue_id}': {
    query: object
    body: IssueUpdate
    answer: IssueDetail
  }
  'POST /api/projects/{project_id}/issues/{issue_id}/seen': {
    query: object
    body: never
    answer: undefined
  }
  'POST /api/projects/{project_id}/issues/{issue_id}/merge': {
    query: object
    body: IssueMerge
    answer: IssueDetail
  }
  'POST /api/projects/{project_id}/issues/{issue_id}/unmerge': {
    query: object
    body: never
    answer: IssueDetail
  }
  'POST /api/projects/{project_id}/issues/{issue_id}/split': {
    query: object
    body: IssueSplit
    answer: IssueDetail
  }
  'POST /api/projects/{project_id}/issues/{issue_id}/keep-apart': {
    query: object
    body: IssueApart
    answer: IssueDetail
  }
  'GET /api/projects/{project_id}/issues/{issue_id}/users': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<IssueUser>
  }
  'GET /api/projects/{project_id}/issues/{issue_id}/series': {
    query: {
      days?: number
    }
    body: never
    answer: IssueSeries
  }
  'GET /api/projects/{project_id}/issues/{issue_id}/merged': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: MergedIssues
  }
  'POST /api/projects/{project_id}/issues/bulk': {
    query: object
    body: IssuesChange
    answer: IssuesChanged
  }
  'GET /api/projects/{project_id}/duplicates': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<PossibleDuplicate>
  }
  'GET /api/projects/{project_id}/totals/duplicates': {
    query: object
    body: never
    answer: Total
  }
  'POST /api/projects/{project_id}/duplicates/verdicts': {
    query: object
    body: {
      /** The two issues. */
      issue_ids: Array<string>
      /** `same` merges the two: the one with more observations remains. `different` keeps them apart. */
      verdict: 'same' | 'different'
    }
    answer: IssueDetail
  }
  'POST /api/projects/{project_id}/duplicates/verdicts/undo': {
    query: object
    body: {
      /** The two issues. */
      issue_ids: Array<string>
    }
    answer: IssueDetail
  }
  'GET /api/projects/{project_id}/issues/{issue_id}/comments': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Comment>
  }
  'POST /api/projects/{project_id}/issues/{issue_id}/comments': {
    query: object
    body: {
      /** Markdown. `@ada@example.com` mentions the member with that email address; `#142` links to that issue. */
      body: string
    }
    answer: Comment
  }
  'PATCH /api/projects/{project_id}/issues/{issue_id}/comments/{comment_id}': {
    query: object
    body: {
      /** Markdown. `@ada@example.com` mentions the member with that email address; `#142` links to that issue. */
      body: string
    }
    answer: Comment
  }
  'DELETE /api/projects/{project_id}/issues/{issue_id}/comments/{comment_id}': {
    query: object
    body: never
    answer: undefined
  }
  'POST /api/projects/{project_id}/issues/{issue_id}/tickets': {
    query: object
    body: {
      /** An http or https address. */
      url: string
    }
    answer: IssueDetail
  }
  'DELETE /api/projects/{project_id}/issues/{issue_id}/tickets/{ticket_id}': {
    query: object
    body: never
    answer: IssueDetail
  }
  'GET /api/projects/{project_id}/targets': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Target> & {
      /** Whether this service can send email. */
      mail: boolean
    }
  }
  'POST /api/projects/{project_id}/targets': {
    query: object
    body: {
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
    }
    answer: Target
  }
  'PATCH /api/projects/{project_id}/targets/{target_id}': {
    query: object
    body: {
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
    }
    answer: Target
  }
  'DELETE /api/projects/{project_id}/targets/{target_id}': {
    query: object
    body: never
    answer: undefined
  }
  'POST /api/projects/{project_id}/targets/{target_id}/test': {
    query: object
    body: never
    answer: {
      message_id: string
    }
  }
  'GET /api/projects/{project_id}/targets/{target_id}/messages': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Message>
  }
  'POST /api/projects/{project_id}/targets/{target_id}/messages/{message_id}/replay': {
    query: object
    body: never
    answer: undefined
  }
  'GET /api/projects/{project_id}/webhooks': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Webhook>
  }
  'POST /api/projects/{project_id}/webhooks': {
    query: object
    body: {
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
    }
    answer: Webhook
  }
  'GET /api/projects/{project_id}/webhooks/{webhook_id}': {
    query: object
    body: never
    answer: Webhook
  }
  'PATCH /api/projects/{project_id}/webhooks/{webhook_id}': {
    query: object
    body: {
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
    }
    answer: Webhook
  }
  'DELETE /api/projects/{project_id}/webhooks/{webhook_id}': {
    query: object
    body: never
    answer: undefined
  }
  'GET /api/projects/{project_id}/webhooks/{webhook_id}/deliveries': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Message>
  }
  'POST /api/projects/{project_id}/deliveries/{delivery_id}/replay': {
    query: object
    body: never
    answer: undefined
  }
  'GET /api/projects/{project_id}/views': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** The console page. */
      page?: 'observations' | 'issues'
    }
    body: never
    answer: Page<SavedView>
  }
  'POST /api/projects/{project_id}/views': {
    query: object
    body: SavedViewCreate
    answer: SavedView
  }
  'PATCH /api/projects/{project_id}/views/{view_id}': {
    query: object
    body: SavedViewUpdate
    answer: SavedView
  }
  'DELETE /api/projects/{project_id}/views/{view_id}': {
    query: object
    body: never
    answer: SavedView
  }
  'GET /api/projects/{project_id}/digest': {
    query: object
    body: never
    answer: DigestStatus
  }
  'GET /api/projects/{project_id}/digest/failures': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<DigestFailure>
  }
  'POST /api/projects/{project_id}/digest/retry': {
    query: object
    body: never
    answer: DigestRetried
  }
  'POST /api/projects/{project_id}/digest/restart': {
    query: object
    body: never
    answer: DigestStatus
  }
  'GET /api/projects/{project_id}/overview': {
    query: {
      days?: number
    }
    body: never
    answer: Overview
  }
  'GET /api/projects/{project_id}/privacy': {
    query: object
    body: never
    answer: Privacy
  }
  'PUT /api/projects/{project_id}/privacy': {
    query: object
    body: {
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
    }
    answer: Privacy
  }
  'POST /api/projects/{project_id}/privacy/test': {
    query: object
    body: {
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
    }
    answer: {
      text: string
    }
  }
  'POST /api/projects/{project_id}/imports': {
    query: {
      /** How columns are read, as the JSON of an ImportMapping. Omitted parts are recognized from column names and the first rows; a preview shows the result. */
      mapping?: string
      /** The name of the file. */
      name?: string
    }
    body: Blob
    answer: Import
  }
  'GET /api/projects/{project_id}/imports': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: Page<Import>
  }
  'POST /api/projects/{project_id}/imports/preview': {
    query: {
      /** How columns are read, as the JSON of an ImportMapping. Omitted parts are recognized from column names and the first rows; a preview shows the result. */
      mapping?: string
    }
    body: Blob
    answer: ImportPreview
  }
  'GET /api/projects/{project_id}/imports/{import_id}': {
    query: object
    body: never
    answer: ImportDetail
  }
  'DELETE /api/projects/{project_id}/imports/{import_id}': {
    query: object
    body: never
    answer: Import
  }
  'GET /api/projects/{project_id}/imports/{import_id}/errors.csv': {
    query: object
    body: never
    answer: Response
  }
  'GET /api/projects/{project_id}/audit': {
    query: {
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** Only entries about this issue, study, tag or observation. */
      subject?: string
      /** Only changes by people, including through tokens and commands, or only changes by the digest itself. */
      by?: 'people' | 'machine'
    }
    body: never
    answer: Page<AuditEntry>
  }
  'POST /api/projects/{project_id}/sample': {
    query: object
    body: never
    answer: SampleFacts
  }
  'DELETE /api/projects/{project_id}/sample': {
    query: object
    body: never
    answer: SampleRemoved
  }
  'POST /api/projects/{project_id}/test-observation': {
    query: object
    body: never
    answer: TestObservation
  }
  'DELETE /api/projects/{project_id}/test-observations': {
    query: object
    body: never
    answer: SampleRemoved
  }
  'PATCH /api/accounts/{account_id}': {
    query: object
    body: {
      disabled: boolean
    }
    answer: {
      id: string
      name: string
      email: string
      /** Set on a disabled account. */
      disabled_at: string | null
    }
  }
  'DELETE /api/accounts/{account_id}': {
    query: object
    body: never
    answer: undefined
  }
  'GET /api/projects/{project_id}/export/observations.csv': {
    query: {
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
    }
    body: never
    answer: Response
  }
  'GET /api/projects/{project_id}/export/observations.jsonl': {
    query: {
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
    }
    body: never
    answer: Response
  }
  'GET /api/projects/{project_id}/export/issues.csv': {
    query: {
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
    }
    body: never
    answer: Response
  }
  'GET /api/projects/{project_id}/export/issues.jsonl': {
    query: {
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
    }
    body: never
    answer: Response
  }
  'GET /api/projects/{project_id}/export/answers.csv': {
    query: {
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
    }
    body: never
    answer: Response
  }
  'GET /api/projects/{project_id}/export/answers.jsonl': {
    query: {
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
    }
    body: never
    answer: Response
  }
}
