// Examples of end users, shown in the OpenAPI document.
import { EXAMPLE_TIME } from '../example-values.ts'
import { IMPORT } from '../imports/import-examples.ts'
import { ISSUE } from '../issues/issue-examples.ts'
import { BATCH, OBSERVATION } from '../observations/observation-examples.ts'
import { OVERVIEW } from '../projects/overview-example.ts'
import { ANSWER, STUDY } from '../research/research-examples.ts'

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
  exported_at: EXAMPLE_TIME,
  import_rows: [
    {
      import_id: IMPORT.id,
      row: 2,
      interaction_id: BATCH.interaction_id,
      title: OBSERVATION.title,
      description: OBSERVATION.description,
      quote: null,
      user_sentiment: BATCH.user_sentiment,
      observed_at: null,
      external_id: 'T-2',
    },
  ],
  observations: [OBSERVATION],
  answers: [USER_ANSWER],
  studies_shown: [{ study_id: STUDY.id, question: STUDY.question, shown_at: EXAMPLE_TIME }],
  studies_listed: [STUDY.id],
}
