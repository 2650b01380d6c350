// Examples of studies and answers, shown in the OpenAPI document.
import { EXAMPLE_TIME, exampleId } from '../example-values.ts'
import { BATCH } from '../observations/observation-examples.ts'
import { spokenStudy } from './spoken-study.ts'

export const STUDY = {
  id: exampleId(2),
  question: 'What makes people export their data?',
  eligibility_criteria: 'Has exported something in the last month.',
  sampling_rate: 0.5,
  starts_at: null,
  ends_at: '2026-06-01T00:00:00.000Z',
  max_answers: 50,
  max_answers_per_day: null,
  state: 'active',
  answer_count: 12,
  shown_count: 80,
  activated_at: EXAMPLE_TIME,
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
}

export const ANSWER = {
  id: exampleId(4),
  user_id: 'user-42',
  interaction_id: 'thread-2026-03-14-a',
  source: 'mcp',
  answer: 'Sends the file to an external accountant twice a month.',
  sentiment: 'neutral',
  theme: { id: exampleId(7), title: 'The accountant needs a file' },
  posted_at: '2026-03-14T09:41:20.007Z',
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

export const STUDY_PREVIEW = {
  entry: ACTIVE_STUDIES.studies[0],
  spoken: spokenStudy(STUDY.question),
  guidelines: '# Conducting research\n…',
}

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

const SENTIMENT_COUNTS = { 'very negative': 0, negative: 1, neutral: 2, positive: 1, 'very positive': 0 }

export const STUDY_SERIES = {
  days: 1,
  series: [{ day: '2026-03-14', count: 4, sentiment_counts: SENTIMENT_COUNTS }],
}

export const THEME = {
  ...ANSWER.theme,
  title_by: 'person',
  answer_count: 4,
  sentiment_counts: SENTIMENT_COUNTS,
  quotes: [{ answer_id: ANSWER.id, text: ANSWER.answer }],
  merged: [],
}

export const THEMES = { items: [THEME], next_cursor: null, without: 3, pending: 0 }
