// Example of an overview, shown in the OpenAPI document.
import { DIGEST } from '../digest/digest-example.ts'
import { exampleId } from '../example-values.ts'
import { ISSUE } from '../issues/issue-examples.ts'
import { STUDY } from '../research/research-examples.ts'

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
  tags: [{ id: exampleId(6), label: 'export', color: '#2f9e44', count: 4 }],
  studies: [
    { id: STUDY.id, question: STUDY.question, answer_count: 12, max_answers: 50, ends_at: STUDY.ends_at },
  ],
  digest: DIGEST,
}
