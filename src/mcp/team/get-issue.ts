// get_issue
import { ObjectOf } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { findIssue, getIssue } from '../../domain/issues/read-issues.ts'
import { IssueId } from './arguments.ts'
import { QUOTED, TEAM_READS, type TeamTool } from './context.ts'
import { showIssue } from './show.ts'
import { cut, readWithinBudget } from './token-budget.ts'

const MOST_NEIGHBORS = 5
const MOST_QUOTES = 5
const SUMMARY_TOKENS = 400
const QUOTE_TOKENS = 120

const Input = ObjectOf({ issue_id: IssueId })
const input = checker(Input, 'body')

export const getIssueTool: TeamTool = {
  name: 'get_issue',
  title: 'Read an issue',
  description: `One issue in full: summary, words of agents and users with links, why it is as severe, issues like it. ${QUOTED}`,
  inputSchema: Input,
  annotations: TEAM_READS,
  async call({ deps, projectId, links }, args) {
    const id = await findIssue(deps, projectId, input.parse(args).issue_id)
    const issue = await getIssue(deps, projectId, id)
    const near = (some: typeof issue.similar) =>
      some.map(({ issue_id, title, observation_count, score }) => ({
        url: links.issue(issue_id),
        observations: observation_count,
        likeness: Math.round(score * 100) / 100,
        quoted: { title: cut(title, QUOTE_TOKENS) },
      }))
    const each = (said: typeof issue.quotes) =>
      said.map(({ observation_id, text }) => ({
        text: cut(text, QUOTE_TOKENS),
        url: links.observation(observation_id),
      }))
    const text = await readWithinBudget(MOST_QUOTES, async (most) => {
      const { quoted, ...facts } = showIssue(issue, links, SUMMARY_TOKENS)
      return {
        ...facts,
        severity_reasons: issue.severity_reasons,
        sentiments: issue.sentiment_counts,
        similar: near(issue.similar.slice(0, Math.min(most, MOST_NEIGHBORS))),
        suggested_merges: near(issue.suggested_merges.slice(0, Math.min(most, MOST_NEIGHBORS))),
        quoted: {
          ...quoted,
          agents_said: each(issue.quotes.slice(0, most)),
          users_said: each(issue.user_quotes.slice(0, most)),
        },
      }
    })
    return { text }
  },
}
