// What an assistant may do with issues: list, read, change and merge them.
import { IssuesQuery } from '../../contract/issues/issues.ts'
import { ISSUE_KINDS, ISSUE_SORTS, ISSUE_STATUSES, SEVERITIES } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { DateTime, ObjectOf, OneOf, Optional, SomeOf, Text, YesOrNo } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { updateIssue } from '../../domain/issues/change-issues.ts'
import { mergeIssue } from '../../domain/issues/merge-issues.ts'
import { findIssue, getIssue, listIssues } from '../../domain/issues/read-issues.ts'
import { CHANGES } from '../tool.ts'
import { IssueId, pageFields, Statuses, Words, wholeDays } from './arguments.ts'
import { QUOTED, TEAM_READS, type TeamTool, writing } from './context.ts'
import { showIssue } from './show.ts'
import { cut, readWithinBudget } from './token-budget.ts'

const ListInput = ObjectOf(
  {
    q: Optional(Words),
    status: Optional(Statuses),
    kind: Optional(SomeOf(ISSUE_KINDS)),
    severity: Optional(SomeOf(SEVERITIES)),
    regressed: Optional(YesOrNo({ description: 'Only those that came back after they were resolved.' })),
    new_since: Optional(DateTime()),
    sort: Optional(OneOf(ISSUE_SORTS)),
    ...pageFields,
  },
  { additionalProperties: false },
)
const listInput = checker(ListInput, 'body')
const issuesQuery = checker(IssuesQuery, 'body')

export const listIssuesTool: TeamTool = {
  name: 'list_issues',
  title: 'List issues',
  description: `Issues with counts, users and this week beside the last. ${QUOTED}`,
  inputSchema: ListInput,
  annotations: TEAM_READS,
  async call({ deps, projectId, links }, args) {
    const { limit = LIMITS.teamPageSize, regressed, ...rest } = listInput.parse(wholeDays(args))
    const wanted = issuesQuery.parse({ ...rest, ...(regressed && { regressed: 'true' }) })
    const text = await readWithinBudget(limit, async (most) => {
      const { items, next_cursor } = await listIssues(deps, projectId, { ...wanted, limit: most })
      return { issues: items.map((issue) => showIssue(issue, links)), next_cursor }
    })
    return { text }
  },
}

const MOST_NEIGHBORS = 5
const MOST_QUOTES = 5
const SUMMARY_TOKENS = 400
const QUOTE_TOKENS = 120

const GetInput = ObjectOf({ issue_id: IssueId })
const getInput = checker(GetInput, 'body')

export const getIssueTool: TeamTool = {
  name: 'get_issue',
  title: 'Read an issue',
  description: `One issue in full: summary, words of agents and users with links, why it is as severe, issues like it. ${QUOTED}`,
  inputSchema: GetInput,
  annotations: TEAM_READS,
  async call({ deps, projectId, links }, args) {
    const id = await findIssue(deps, projectId, getInput.parse(args).issue_id)
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

/** No argument may be null: many hosts send null for what they omit, and it must not undo a person's decision. */
const UpdateInput = ObjectOf({
  issue_id: IssueId,
  status: Optional(OneOf(ISSUE_STATUSES)),
  status_note: Optional(Text(LIMITS.noteLength)),
  title: Optional(Text(LIMITS.issueTitleLength)),
  kind: Optional(OneOf(ISSUE_KINDS)),
  severity: Optional(OneOf(SEVERITIES)),
})
const updateInput = checker(UpdateInput, 'body')

export const updateIssueTool: TeamTool = writing({
  name: 'update_issue',
  title: 'Change an issue',
  description: 'Set what is given. Only when the person you talk to asked for it.',
  inputSchema: UpdateInput,
  annotations: CHANGES,
  async call({ deps, actor, projectId, links }, args) {
    const { issue_id, status, status_note, title, kind, severity } = updateInput.parse(args)
    const id = await findIssue(deps, projectId, issue_id)
    const given = Object.entries({ status, status_note, title, kind, severity })
    const wanted = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    // Nothing here shows whether a person asked for it, so agents hear of it only after a person accepts it in the
    // console.
    return { text: showIssue(await updateIssue(deps, actor, projectId, id, wanted, 'assistant'), links) }
  },
})

const MergeInput = ObjectOf({ issue_id: IssueId, into_id: IssueId })
const mergeInput = checker(MergeInput, 'body')

export const mergeIssuesTool: TeamTool = writing({
  name: 'merge_issues',
  title: 'Merge two issues',
  description:
    'Merge issue_id into into_id, which remains; undone in the console. Only when the person you talk to asked for it.',
  inputSchema: MergeInput,
  annotations: CHANGES,
  async call({ deps, actor, projectId, links }, args) {
    const { issue_id, into_id } = mergeInput.parse(args)
    const from = await findIssue(deps, projectId, issue_id)
    const into = await findIssue(deps, projectId, into_id)
    return { text: showIssue(await mergeIssue(deps, actor, projectId, from, into), links) }
  },
})
