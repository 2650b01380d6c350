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
  mcp_url: `https://fieldnote.example/mcp/v1/project/${id(1)}/`,
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
  defaults: { observations: '# Posting observations\n…', research: '# Conducting research\n…' },
}

export const GUIDELINES_VERSION = {
  version: 3,
  observations: '# How we take notes\n…',
  research: null,
  created_at: CREATED,
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

export const OBSERVATION = { ...created, tags: [{ id: TAG.id, label: TAG.label, config: TAG.config }] }

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
