// Everything of a kind as a stream of flat rows, read page by page so that memory stays small.

import type { IssuesQuery } from '../contract/issues/issues.ts'
import { SENTIMENTS } from '../contract/labels.ts'
import type { ObservationsQuery } from '../contract/observations/observation-details.ts'
import type { AnswersQuery } from '../contract/research/study-insight.ts'
import type { Deps } from './deps.ts'
import { type Asker, listIssues } from './issues/read-issues.ts'
import { pageOfObservations } from './observations/read-observations.ts'
import { all } from './pages.ts'
import { listAllAnswers } from './research/read-answers.ts'

export type ExportRow = Record<string, string | number | string[] | null>

type Filter<Q> = Omit<Q, 'limit' | 'cursor'>

export async function* exportObservations(
  deps: Deps,
  projectId: string,
  filter: Filter<ObservationsQuery>,
): AsyncGenerator<ExportRow> {
  for await (const row of all((page) => pageOfObservations(deps, projectId, { ...filter, ...page })))
    yield {
      id: row.id,
      user_id: row.user_id,
      interaction_id: row.interaction_id,
      source: row.source,
      title: row.title,
      description: row.description,
      user_sentiment: row.user_sentiment,
      observed_at: row.observed_at,
      created_at: row.created_at,
      kind: row.kind,
      language: row.language,
      issue_id: row.issue?.id ?? null,
      issue_number: row.issue?.number ?? null,
      issue_title: row.issue?.title ?? null,
      tags: row.tags.map((tag) => tag.label),
    }
}

export async function* exportIssues(
  deps: Deps,
  projectId: string,
  filter: Filter<IssuesQuery>,
  asker: Asker,
): AsyncGenerator<ExportRow> {
  for await (const row of all((page) => listIssues(deps, projectId, { ...filter, ...page }, asker)))
    yield {
      id: row.id,
      number: row.number,
      title: row.title,
      summary: row.summary,
      kind: row.kind,
      severity: row.severity,
      status: row.status,
      status_note: row.status_note,
      assignee: row.assignee?.email ?? null,
      tickets: row.tickets.map(({ url }) => url),
      comment_count: row.comment_count,
      observation_count: row.observation_count,
      user_count: row.user_count,
      ...Object.fromEntries(
        SENTIMENTS.map((label) => [label.replace(' ', '_'), row.sentiment_counts[label]]),
      ),
      last_7_days: row.trend.last_7_days,
      previous_7_days: row.trend.previous_7_days,
      first_seen: row.first_seen,
      last_seen: row.last_seen,
    }
}

export async function* exportAnswers(
  deps: Deps,
  projectId: string,
  filter: AnswersQuery,
): AsyncGenerator<ExportRow> {
  for await (const row of all((page) => listAllAnswers(deps, projectId, { ...filter, ...page })))
    yield {
      id: row.id,
      study_id: row.study_id,
      question: row.question,
      user_id: row.user_id,
      interaction_id: row.interaction_id,
      source: row.source,
      answer: row.answer,
      posted_at: row.posted_at,
      sentiment: row.sentiment,
      theme_id: row.theme?.id ?? null,
      theme: row.theme?.title ?? null,
    }
}
