// Issues, observations and studies as a model reads them: few fields, a link each, and users' words under `quoted`.
import type { Issue } from '../../contract/issues/issues.ts'
import type { ObservationDetail } from '../../contract/observations/observation-details.ts'
import type { Study } from '../../contract/research/studies.ts'
import type { Links } from './context.ts'
import { cut } from './token-budget.ts'

const TOKENS = { title: 60, brief: 70, description: 180, userId: 30, question: 150, note: 60, quote: 100 }
const MOST_TAGS = 5

const dayOf = (at: string | null): string | undefined => at?.slice(0, 10)

/** JSON omits undefined. */
const unless = <T>(empty: boolean, value: T): T | undefined => (empty ? undefined : value)

export const showIssue = (issue: Issue, links: Links, summaryTokens = TOKENS.brief) => ({
  issue_id: `#${issue.number}`,
  url: links.issue(issue.id),
  kind: issue.kind,
  severity: issue.severity ?? undefined,
  status: issue.status,
  status_note: issue.status_note === null ? undefined : cut(issue.status_note, TOKENS.note),
  regressed: dayOf(issue.regressed_at),
  merged_into: issue.merged_into === null ? undefined : links.issue(issue.merged_into),
  observations: issue.observation_count,
  users: issue.user_count,
  last_7_days: issue.trend.last_7_days,
  previous_7_days: issue.trend.previous_7_days,
  first_seen: dayOf(issue.first_seen),
  last_seen: dayOf(issue.last_seen),
  tags: unless(
    issue.tags.length === 0,
    issue.tags.slice(0, MOST_TAGS).map(({ label }) => cut(label, TOKENS.title)),
  ),
  quoted: {
    title: cut(issue.title, TOKENS.title),
    summary: unless(issue.summary === '', cut(issue.summary, summaryTokens)),
  },
})

export const showObservation = (observation: ObservationDetail, links: Links) => ({
  observation_id: observation.id,
  url: links.observation(observation.id),
  observed_at: observation.observed_at.slice(0, 16),
  sentiment: observation.user_sentiment,
  kind: observation.kind ?? undefined,
  issue_id: observation.issue === null ? undefined : `#${observation.issue.number}`,
  tags: unless(
    observation.tags.length === 0,
    observation.tags.slice(0, MOST_TAGS).map(({ label }) => cut(label, TOKENS.title)),
  ),
  quoted: {
    title: cut(observation.title, TOKENS.title),
    description: cut(observation.description, TOKENS.description),
    user_said: observation.quote === null ? undefined : cut(observation.quote, TOKENS.quote),
    user_id: cut(observation.user_id, TOKENS.userId),
  },
})

export const showStudy = (study: Study, links: Links) => ({
  study_id: study.id,
  url: links.study(study.id),
  state: study.state,
  question: cut(study.question, TOKENS.question),
  eligibility_criteria: unless(
    study.eligibility_criteria === '',
    cut(study.eligibility_criteria, TOKENS.question),
  ),
  sampling_rate: unless(study.sampling_rate === 1, study.sampling_rate),
  answers: study.answer_count,
  shown_to: study.shown_count,
  max_answers: study.max_answers ?? undefined,
  max_answers_per_day: study.max_answers_per_day ?? undefined,
  starts_at: study.starts_at ?? undefined,
  ends_at: study.ends_at ?? undefined,
})
