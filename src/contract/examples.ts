// Examples shown in the OpenAPI document. Tests check each against its schema.

/** What an agent sends and gets; the rest is built on the same small story. */
export const BATCH = {
  user_id: 'user-42',
  interaction_id: 'thread-2026-03-14-a',
  user_sentiment: 'negative',
  observed_at: '2026-03-14T09:30:00Z',
  observations: [
    {
      title: 'CSV export stops at 10,000 rows without saying so',
      description:
        'Exporting the yearly ledger gave 10,000 of about 14,200 rows and no warning. The user noticed only when the totals did not match and lost an afternoon.',
    },
  ],
}

const CREATED = '2026-03-14T09:30:02.518Z'
const id = (last: number): string => `0199c0de-7a11-7000-8000-${String(last).padStart(12, '0')}`

export const PROJECT = {
  id: id(1),
  name: 'Ledger app',
  role: 'owner',
  mcp_url: `https://fieldnote.example/mcp/v1/project/${id(1)}/`,
  rest_url: `https://fieldnote.example/v1/project/${id(1)}/`,
  created_at: CREATED,
}

export const KEY = {
  id: id(5),
  name: 'Support agent',
  prefix: 'fnk_Qm3xT9',
  created_at: CREATED,
  expires_at: null,
  revoked_at: null,
  last_used_at: '2026-03-14T11:02:40.120Z',
}

export const TAG = {
  id: id(6),
  label: 'export',
  config: {
    description: 'Getting data out of the product',
    keywords: ['export', 'download as CSV'],
    exclude: ['export control'],
    examples: ['The spreadsheet download stops half way'],
    threshold: null,
    color: '#2f9e44',
  },
  observation_count: 42,
  created_at: CREATED,
  updated_at: CREATED,
}

export const STUDY = {
  id: id(2),
  question: 'What makes people export their data?',
  eligibility_criteria: 'Has exported something in the last month.',
  sampling_rate: 0.5,
  starts_at: null,
  ends_at: '2026-06-01T00:00:00.000Z',
  max_answers: 50,
  state: 'active',
  answer_count: 12,
  activated_at: CREATED,
  created_at: CREATED,
  updated_at: CREATED,
}

export const ANSWER = {
  id: id(4),
  user_id: 'user-42',
  interaction_id: 'thread-2026-03-14-a',
  source: 'mcp',
  answer: 'Sends the file to an external accountant twice a month.',
  posted_at: '2026-03-14T09:41:20.007Z',
}

export const GUIDELINES = {
  version: 3,
  observations: '# How we take notes\n…',
  research: null,
  updated_at: CREATED,
  updated_by: 'ana@ledger.example',
  defaults: { observations: '# Posting observations\n…', research: '# Conducting research\n…' },
  fetches: [{ version: 3, agents: 2, fetches: 418, last_fetched_at: '2026-03-14T11:02:40.120Z' }],
}

export const GUIDELINES_VERSION = {
  version: 3,
  observations: '# How we take notes\n…',
  research: null,
  created_at: CREATED,
  created_by: 'ana@ledger.example',
}

const created = {
  id: id(3),
  user_id: BATCH.user_id,
  interaction_id: BATCH.interaction_id,
  source: 'rest',
  ...BATCH.observations[0],
  user_sentiment: 'negative',
  observed_at: '2026-03-14T09:30:00.000Z',
  created_at: CREATED,
}

export const BATCH_RESPONSE = { results: [{ ...created, tags: [] }] }

export const REMATCH = {
  started_at: CREATED,
  finished_at: null,
  total: 12_400,
  done: 5_000,
  matched: 231,
}

export const ISSUE = {
  id: id(7),
  title: 'CSV export stops at 10,000 rows without saying so',
  title_by: 'machine',
  summary: 'Exporting the yearly ledger gave 10,000 of about 14,200 rows and no warning.',
  quotes: [{ observation_id: id(3), text: 'The user noticed only when the totals did not match.' }],
  kind: 'problem',
  severity: 'high',
  severity_reasons: ['41 of 58 observations are negative'],
  keyphrases: ['csv export', 'ledger'],
  status: 'open',
  status_note: null,
  regressed_at: null,
  observation_count: 58,
  user_count: 37,
  sentiment_counts: { 'very negative': 9, negative: 32, neutral: 15, positive: 2, 'very positive': 0 },
  first_seen: '2026-02-02T08:11:09.000Z',
  last_seen: '2026-03-14T09:30:00.000Z',
  trend: { last_7_days: 21, previous_7_days: 9, daily: [{ day: '2026-03-14', count: 4 }] },
  tags: [{ id: id(6), label: 'export', color: '#2f9e44' }],
  merged_into: null,
  created_at: CREATED,
  updated_at: CREATED,
}

const neighbour = { issue_id: id(8), title: 'Export to Excel loses dates', observation_count: 12, score: 1.3 }

export const ISSUE_DETAIL = {
  ...ISSUE,
  tags: [{ id: id(6), label: 'export', color: '#2f9e44', observation_count: 55 }],
  similar: [neighbour],
  suggested_merges: [neighbour],
}

export const DIGEST = {
  pending: 3,
  failed: 0,
  lag_seconds: 0.4,
  last_digested_at: CREATED,
  digested_count: 12_400,
  models: { embeddings: null, llm: null },
}

export const OVERVIEW = {
  days: 1,
  has_observations: true,
  observation_count: 4,
  user_count: 3,
  open_issue_count: 61,
  new_issue_count: 2,
  answer_count: 12,
  before: { observation_count: 6, user_count: 3, new_issue_count: 1, answer_count: 9 },
  series: [
    { day: '2026-03-14', 'very negative': 1, negative: 2, neutral: 1, positive: 0, 'very positive': 0 },
  ],
  top_issues: [ISSUE],
  new_issues: [],
  regressed_issues: [],
  tags: [{ id: id(6), label: 'export', color: '#2f9e44', count: 4 }],
  studies: [
    { id: STUDY.id, question: STUDY.question, answer_count: 12, max_answers: 50, ends_at: STUDY.ends_at },
  ],
  digest: DIGEST,
}

export const AUDIT_ENTRY = {
  id: id(9),
  at: CREATED,
  actor: 'admin token',
  action: 'issue.merged',
  subject_id: id(8),
  subject_title: 'Export stops early',
  facts: { into: id(7), observations: 12 },
}

export const SAVED_VIEW = {
  id: id(10),
  page: 'observations',
  name: 'Angry about exports',
  query: 'q=export&sentiment=negative,very%20negative',
  created_by: 'ann@example.com',
  created_at: CREATED,
}

export const OBSERVATION = {
  ...created,
  tags: [{ id: TAG.id, label: TAG.label, config: TAG.config, placed_by: 'machine' }],
  issue: { id: ISSUE.id, title: ISSUE.title, placed_by: 'machine' },
  kind: 'problem',
  language: 'en',
  digest: { state: 'done', error: null },
}

export const ACTIVE_STUDIES = {
  user_id: BATCH.user_id,
  studies: [
    {
      id: STUDY.id,
      question: STUDY.question,
      eligibility_criteria: STUDY.eligibility_criteria,
      answer: null,
    },
  ],
}

export const ANSWER_REQUEST = {
  user_id: ANSWER.user_id,
  interaction_id: ANSWER.interaction_id,
  answer: ANSWER.answer,
}

export const ANSWER_RESPONSE = { id: ANSWER.id, posted_at: ANSWER.posted_at }

export const STUDY_PREVIEW = { entry: ACTIVE_STUDIES.studies[0], guidelines: '# Conducting research\n…' }

export const STUDY_EXPLANATION = {
  asked: false,
  decides: 'sampling',
  rules: [
    { rule: 'state', passes: true, detail: 'The study is active.' },
    { rule: 'starts', passes: true, detail: 'No start date: it asks from its activation on.' },
    { rule: 'ends', passes: true, detail: 'It asks until 2026-06-01 00:00 UTC.' },
    { rule: 'cap', passes: true, detail: '12 answers of at most 50.' },
    {
      rule: 'sampling',
      passes: false,
      detail:
        'It asks 50% of users, by a draw that is fixed for each. This one drew 73.12%: not below it, so not asked.',
    },
    { rule: 'answered', passes: true, detail: 'This user has not answered yet.' },
  ],
}

export const STUDY_SERIES = { days: 1, series: [{ day: '2026-03-14', count: 4 }] }

export const END_USER = {
  user_id: BATCH.user_id,
  observation_count: 9,
  answer_count: 1,
  first_seen: '2026-02-02T08:11:09.000Z',
  last_seen: '2026-03-14T09:30:00.000Z',
}

export const END_USER_DETAIL = {
  ...END_USER,
  sentiment_counts: { 'very negative': 1, negative: 5, neutral: 2, positive: 1, 'very positive': 0 },
  days: 1,
  series: OVERVIEW.series,
  issues: [
    {
      id: ISSUE.id,
      title: ISSUE.title,
      kind: 'problem',
      severity: 'high',
      status: 'open',
      observation_count: 3,
    },
  ],
}

export const USER_ANSWER = { ...ANSWER, study_id: STUDY.id, question: STUDY.question }

export const USER_EXPORT = {
  user_id: BATCH.user_id,
  exported_at: CREATED,
  observations: [OBSERVATION],
  answers: [USER_ANSWER],
  studies_listed: [STUDY.id],
}
