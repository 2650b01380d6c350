// All rows of a kind as a table, read page by page so that memory stays small.

import type { Issue, IssuesQuery } from '../contract/issues/issues.ts'
import { SENTIMENTS } from '../contract/labels.ts'
import type { ObservationsQuery } from '../contract/observations/observation-details.ts'
import type { AnswersQuery } from '../contract/research/study-insight.ts'
import type { Deps } from './deps.ts'
import { type Asker, everyIssue } from './issues/read-issues.ts'
import { pageOfObservations } from './observations/read-observations.ts'
import { all, type Paged } from './pages.ts'
import { listAllAnswers } from './research/read-answers.ts'

type Cell = string | number | string[] | null

/** The columns are known before the first row, and also if there is none. */
export type ExportTable = { columns: string[]; rows: AsyncIterable<Record<string, Cell>> }

type Columns<T> = Record<string, (item: T) => Cell>

type Filter<Q> = Omit<Q, 'limit' | 'cursor'>

type Listed<List extends (...args: never[]) => Promise<Paged<unknown>>> = Awaited<
  ReturnType<List>
>['items'][number]

function tableOf<T>(columns: Columns<T>, items: AsyncIterable<T>): ExportTable {
  return { columns: Object.keys(columns), rows: rowsOf(Object.entries(columns), items) }
}

async function* rowsOf<T>(columns: [string, (item: T) => Cell][], items: AsyncIterable<T>) {
  for await (const item of items)
    yield Object.fromEntries(columns.map(([name, cellOf]) => [name, cellOf(item)]))
}

const OBSERVATION_COLUMNS: Columns<Listed<typeof pageOfObservations>> = {
  id: (row) => row.id,
  user_id: (row) => row.user_id,
  interaction_id: (row) => row.interaction_id,
  source: (row) => row.source,
  title: (row) => row.title,
  description: (row) => row.description,
  quote: (row) => row.quote,
  user_sentiment: (row) => row.user_sentiment,
  observed_at: (row) => row.observed_at,
  created_at: (row) => row.created_at,
  kind: (row) => row.kind,
  language: (row) => row.language,
  issue_id: (row) => row.issue?.id ?? null,
  issue_number: (row) => row.issue?.number ?? null,
  issue_title: (row) => row.issue?.title ?? null,
  tags: (row) => row.tags.map((tag) => tag.label),
}

export const exportObservations = (
  deps: Deps,
  projectId: string,
  filter: Filter<ObservationsQuery>,
): ExportTable =>
  tableOf(
    OBSERVATION_COLUMNS,
    all((page) => pageOfObservations(deps, projectId, { ...filter, ...page })),
  )

const SENTIMENT_COLUMNS: Columns<Issue> = Object.fromEntries(
  SENTIMENTS.map((label) => [label.replace(' ', '_'), (row) => row.sentiment_counts[label]]),
)

const ISSUE_COLUMNS: Columns<Issue> = {
  id: (row) => row.id,
  number: (row) => row.number,
  title: (row) => row.title,
  summary: (row) => row.summary,
  kind: (row) => row.kind,
  severity: (row) => row.severity,
  status: (row) => row.status,
  status_note: (row) => row.status_note,
  assignee: (row) => row.assignee?.email ?? null,
  tickets: (row) => row.tickets.map(({ url }) => url),
  comment_count: (row) => row.comment_count,
  observation_count: (row) => row.observation_count,
  user_count: (row) => row.user_count,
  ...SENTIMENT_COLUMNS,
  last_7_days: (row) => row.trend.last_7_days,
  previous_7_days: (row) => row.trend.previous_7_days,
  first_seen: (row) => row.first_seen,
  last_seen: (row) => row.last_seen,
}

export const exportIssues = (
  deps: Deps,
  projectId: string,
  filter: Filter<IssuesQuery>,
  asker: Asker,
): ExportTable => tableOf(ISSUE_COLUMNS, everyIssue(deps, projectId, filter, asker))

const ANSWER_COLUMNS: Columns<Listed<typeof listAllAnswers>> = {
  id: (row) => row.id,
  study_id: (row) => row.study_id,
  question: (row) => row.question,
  user_id: (row) => row.user_id,
  interaction_id: (row) => row.interaction_id,
  source: (row) => row.source,
  answer: (row) => row.answer,
  posted_at: (row) => row.posted_at,
  sentiment: (row) => row.sentiment,
  theme_id: (row) => row.theme?.id ?? null,
  theme: (row) => row.theme?.title ?? null,
}

export const exportAnswers = (deps: Deps, projectId: string, filter: AnswersQuery): ExportTable =>
  tableOf(
    ANSWER_COLUMNS,
    all((page) => listAllAnswers(deps, projectId, { ...filter, ...page })),
  )
