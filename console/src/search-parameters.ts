// The search parameters of each page: links and filters are checked against these names, and the names of a list's
// filters against the service's.
import type { QueryFor } from './operations.ts'

type Filter<List extends readonly string[]> = Exclude<keyof QueryFor<List>, 'limit' | 'cursor'>

export const SEARCH = {
  signIn: ['next', 'error'],
  overview: ['days'],
  issues: [
    'status',
    'sort',
    'assigned',
    'assignee',
    'kind',
    'severity',
    'tag',
    'regressed',
    'new_since',
    'q',
    'open',
  ] satisfies (Filter<['issues']> | 'open')[],
  issue: ['days', 'observation'],
  observations: [
    'q',
    'sentiment',
    'tag',
    'period',
    'from',
    'to',
    'issue',
    'user_id',
    'interaction_id',
    'source',
    'import',
    'observation',
  ] satisfies (Filter<['observations']> | 'period' | 'observation')[],
  users: ['q', 'sort'] satisfies Filter<['users']>[],
  user: ['days', 'observation'],
  studies: ['state'] satisfies Filter<['studies']>[],
  newStudy: ['from'],
  study: ['q', 'theme', 'themed', 'sentiment', 'sentiment_noted', 'from', 'to', 'edit'] satisfies (
    | Filter<['studies', string, 'answers']>
    | 'edit'
  )[],
  guidelines: ['text'],
  connect: ['client', 'assistant'],
  tags: ['edit'],
  audit: ['by'] satisfies Filter<['audit']>[],
} as const

type Parameter = (typeof SEARCH)[keyof typeof SEARCH][number]

/** As plain text, for all pages. */
export type Filters = { [Name in Parameter]?: string | undefined }
