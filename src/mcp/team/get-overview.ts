// get_overview
import type { Issue } from '../../contract/issues/issues.ts'
import { SENTIMENTS } from '../../contract/labels.ts'
import { OverviewQuery } from '../../contract/projects/overview.ts'
import { ObjectOf, Optional, WholeNumber } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { getOverview } from '../../domain/projects/get-overview.ts'
import { READS } from '../tool.ts'
import { QUOTED, type TeamTool } from './context.ts'
import { cut, inRoom } from './room.ts'
import { showIssue } from './show.ts'

const DAYS = 7
const MOST_ISSUES = 16
const QUESTION_TOKENS = 60

const Input = ObjectOf({ days: Optional(WholeNumber({ description: `The period; ${DAYS} by default.` })) })
const input = checker(OverviewQuery, 'body')

export const getOverviewTool: TeamTool = {
  name: 'get_overview',
  title: 'What changed',
  description: `Counts of a period beside the one before it, and the issues that rose, are new, came back or were seen most: what got worse, what is new. ${QUOTED}`,
  inputSchema: Input,
  annotations: READS,
  async call({ deps, projectId, links }, args) {
    const { days = DAYS } = input.parse(args)
    const { before, ...now } = await getOverview(deps, projectId, days)
    const compared = (name: keyof typeof before) => ({ now: now[name], before: before[name] })
    const issues = byRise([...now.top_issues, ...now.new_issues, ...now.regressed_issues])
    const has = (some: Issue[], { id }: Issue) => some.some((one) => one.id === id)
    const why = (issue: Issue) => [
      ...(riseOf(issue) > 0 ? ['rising'] : []),
      ...(has(now.new_issues, issue) ? ['new'] : []),
      ...(has(now.regressed_issues, issue) ? ['came back'] : []),
    ]
    const text = await inRoom(MOST_ISSUES, async (most) => ({
      days,
      url: links.overview(),
      observations: compared('observation_count'),
      users: compared('user_count'),
      new_issues: compared('new_issue_count'),
      study_answers: compared('answer_count'),
      open_issues: now.open_issue_count,
      sentiments: Object.fromEntries(
        SENTIMENTS.map((name) => [name, now.series.reduce((sum, day) => sum + day[name], 0)]),
      ),
      issues: issues.slice(0, most).map((issue) => ({ why: why(issue), ...showIssue(issue, links) })),
      tags: now.tags.slice(0, most).map(({ label, count }) => ({ tag: cut(label, QUESTION_TOKENS), count })),
      active_studies: now.studies.slice(0, most).map(({ id, question, answer_count }) => ({
        url: links.study(id),
        question: cut(question, QUESTION_TOKENS),
        answers: answer_count,
      })),
      digest_pending: now.digest.pending || undefined,
    }))
    return { text }
  },
}

const riseOf = ({ trend }: Issue): number => trend.last_7_days - trend.previous_7_days

/** Each once, those that rose most first. */
function byRise(issues: Issue[]): Issue[] {
  const once = new Map(issues.map((issue) => [issue.id, issue]))
  return [...once.values()].sort((one, other) => riseOf(other) - riseOf(one))
}
