// Recognizes the columns of a file by name, using the words of helpdesks, surveys and app stores.
import { IMPORT_FIELDS, type ImportField } from '../../contract/labels.ts'

/** From the most certain name to the least. */
const NAMES: Record<ImportField, string[]> = {
  external_id: [
    'external id',
    'id',
    'uuid',
    'key',
    'record id',
    'response id',
    'review id',
    'ticket id',
    'number',
  ],
  interaction_id: [
    ...['interaction id', 'interaction', 'conversation id', 'conversation', 'thread id', 'thread'],
    ...['session id', 'session', 'chat id', 'call id', 'case id', 'case', 'ticket'],
  ],
  user_id: [
    ...[
      'user id',
      'user',
      'userid',
      'customer id',
      'customer',
      'account id',
      'account',
      'contact id',
      'contact',
    ],
    ...['requester', 'respondent', 'reviewer', 'author', 'reporter', 'member', 'email', 'username'],
  ],
  user_sentiment: [
    'user sentiment',
    'sentiment',
    'mood',
    'rating',
    'score',
    'stars',
    'satisfaction',
    'csat',
    'nps',
  ],
  observed_at: [
    ...['observed at', 'created at', 'created', 'date', 'timestamp', 'submitted at', 'posted at', 'sent at'],
    ...['created date', 'date created', 'creation date', 'time', 'when', 'updated at'],
  ],
  quote: ['quote', 'user quote', 'customer quote'],
  title: ['title', 'subject', 'summary', 'headline', 'topic', 'heading'],
  description: [
    ...['description', 'body', 'text', 'comment', 'comments', 'message', 'content', 'feedback', 'review'],
    ...['details', 'verbatim', 'answer', 'note', 'notes'],
  ],
}

/** Exact names first; then columns with a known name among their words. */
export function recognizeColumns(columns: string[]): Record<ImportField, string | null> {
  const recognized = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, null])) as Record<
    ImportField,
    string | null
  >
  const taken = new Set<string>()
  const fields = Object.keys(NAMES) as ImportField[]
  for (const fits of [isNamed, mentions])
    for (const field of fields) {
      if (recognized[field] !== null) continue
      const free = columns.filter((column) => !taken.has(column))
      const name = NAMES[field].find((name) => free.some((column) => fits(column, name)))
      const column = name && free.find((column) => fits(column, name))
      if (!column) continue
      recognized[field] = column
      taken.add(column)
    }
  return recognized
}

/** `userId`, `USER_ID` and `User-ID` are the same name. */
const wordsOf = (column: string): string =>
  column
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const isNamed = (column: string, name: string): boolean => wordsOf(column) === name

const mentions = (column: string, name: string): boolean =>
  name !== 'id' && name !== 'key' && name !== 'number' && ` ${wordsOf(column)} `.includes(` ${name} `)
