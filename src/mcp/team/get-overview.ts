// get_overview
import type { DigestStatus } from '../../contract/digest/digest.ts'
import type { Issue } from '../../contract/issues/issues.ts'
import { LIMITS } from '../../contract/limits.ts'
import { OverviewQuery } from '../../contract/projects/overview.ts'
import { ObjectOf, Optional, WholeNumber } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { inWords } from '../../contract/wording.ts'
import { comparePeriods, getOverview, type PeriodsCompared } from '../../domain/projects/get-overview.ts'
import { QUOTED, TEAM_READS, type TeamTool } from './context.ts'
import { showIssue } from './show.ts'
import { cut, readWithinBudget } from './token-budget.ts'

const DAYS = 7
const MOST_ISSUES = 16
const QUESTION_TOKENS = 60

const Input = ObjectOf({
  days: Optional(WholeNumber({ minimum: 1, maximum: LIMITS.overviewDays, description: 'Default 7.' })),
})
const input = checker(OverviewQuery, 'body')

export const getOverviewTool: TeamTool = {
  name: 'get_overview',
  title: 'What changed',
  description: `What got worse, what is new: counts of a period beside the one before it, and the issues that rose, came back, are new or were seen most, with why each is listed. ${QUOTED}`,
  inputSchema: Input,
  annotations: TEAM_READS,
  async call({ deps, projectId, links }, args) {
    const { days = DAYS } = input.parse(args)
    const [{ before, ...now }, compared] = await Promise.all([
      getOverview(deps, projectId, days),
      comparePeriods(deps, projectId, days),
    ])
    const both = (name: keyof typeof before) => ({ now: now[name], before: before[name] })
    const listed = listIssues(compared, now)
    const text = await readWithinBudget(MOST_ISSUES, async (most) => ({
      days,
      url: links.overview(),
      observations: both('observation_count'),
      users: both('user_count'),
      new_issues: both('new_issue_count'),
      study_answers: both('answer_count'),
      open_issues: now.open_issue_count,
      sentiments: compared.sentiments,
      issues: listed.slice(0, most).map(({ why, issue }) => ({ why, ...showIssue(issue, links) })),
      tags: now.tags.slice(0, most).map(({ label, count }) => ({ tag: cut(label, QUESTION_TOKENS), count })),
      active_studies: now.studies.slice(0, most).map(({ id, question, answer_count }) => ({
        url: links.study(id),
        question: cut(question, QUESTION_TOKENS),
        answers: answer_count,
      })),
      digest_pending: pendingOf(now.digest),
    }))
    return { text }
  },
}

const pendingOf = ({ pending, pending_at_least }: DigestStatus): string | number | undefined =>
  pending_at_least ? `more than ${inWords(pending)}` : pending || undefined

type Listed = { issue: Issue; why: string[] }

/** Each issue once, with every reason: what got worse comes before what is merely new or frequent. */
function listIssues(
  { risen }: PeriodsCompared,
  now: { top_issues: Issue[]; new_issues: Issue[]; regressed_issues: Issue[] },
): Listed[] {
  const listed = new Map<string, Listed>()
  const add = (issue: Issue, why: string) => {
    const entry = listed.get(issue.id)
    if (entry) entry.why.push(why)
    else listed.set(issue.id, { issue, why: [why] })
  }
  for (const { issue, count, count_before } of risen) add(issue, `rose from ${count_before} to ${count}`)
  for (const issue of now.regressed_issues) add(issue, 'came back')
  for (const issue of now.new_issues) add(issue, 'new')
  for (const issue of now.top_issues) add(issue, 'seen most')
  return [...listed.values()]
}
