// Examples of issues, shown in the OpenAPI document.
import { EXAMPLE_TIME, exampleId } from '../example-values.ts'

export const TICKET = {
  id: exampleId(11),
  url: 'https://github.com/acme/ledger/issues/57',
  label: '#57',
  added_by: 'ada@example.com',
  added_at: EXAMPLE_TIME,
}

export const COMMENT = {
  id: exampleId(12),
  author: 'ada@example.com',
  author_name: 'Ada Lovelace',
  body: '@bob@example.com the export of #142 stops at 10,000 rows too.',
  mentions: [{ account_id: exampleId(13), name: 'Bob', email: 'bob@example.com' }],
  created_at: EXAMPLE_TIME,
  edited_at: null,
  own: true,
}

export const ISSUE = {
  id: exampleId(7),
  number: 142,
  title: 'CSV export stops at 10,000 rows without saying so',
  title_by: 'machine',
  summary:
    'Exporting the yearly ledger gave 10,000 of about 14,200 rows and no warning. Reported by 37 users since February 2.',
  summary_by: 'machine',
  quotes: [{ observation_id: exampleId(3), text: 'The user noticed only when the totals did not match.' }],
  kind: 'problem',
  kind_by: 'machine',
  severity: 'high',
  severity_by: 'machine',
  severity_reasons: ['data may be lost', 'most are negative'],
  status: 'open',
  status_note: null,
  regressed_at: null,
  observation_count: 58,
  user_count: 37,
  sentiment_counts: { 'very negative': 9, negative: 32, neutral: 15, positive: 2, 'very positive': 0 },
  first_seen: '2026-02-02T08:11:09.000Z',
  last_seen: '2026-03-14T09:30:00.000Z',
  trend: { last_7_days: 21, previous_7_days: 9, daily: [{ day: '2026-03-14', count: 4 }] },
  tags: [{ id: exampleId(6), label: 'export', color: '#2f9e44' }],
  assignee: { account_id: exampleId(10), name: 'Ada Lovelace', email: 'ada@example.com' },
  tickets: [TICKET],
  comment_count: 2,
  merged_into: null,
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
}

const neighbor = {
  issue_id: exampleId(8),
  number: 97,
  title: 'Export to Excel loses dates',
  kind: 'problem',
  status: 'open',
  observation_count: 12,
  user_count: 9,
  score: 0.64,
}

export const ISSUE_DETAIL = {
  ...ISSUE,
  tags: [{ id: exampleId(6), label: 'export', color: '#2f9e44', observation_count: 55 }],
  user_quotes: [{ observation_id: exampleId(3), text: 'I found out when my accountant called.' }],
  similar: [neighbor],
  suggested_merges: [neighbor],
}
