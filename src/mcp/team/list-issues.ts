// list_issues
import { IssuesQuery } from '../../contract/issues/issues.ts'
import { ISSUE_KINDS, ISSUE_SORTS, SEVERITIES } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { DateTime, ObjectOf, OneOf, Optional, SomeOf, YesOrNo } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { listIssues } from '../../domain/issues/read-issues.ts'
import { pageFields, Statuses, Words, wholeDays } from './arguments.ts'
import { QUOTED, TEAM_READS, type TeamTool } from './context.ts'
import { showIssue } from './show.ts'
import { readWithinBudget } from './token-budget.ts'

const Input = ObjectOf(
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
const input = checker(Input, 'body')
const query = checker(IssuesQuery, 'body')

export const listIssuesTool: TeamTool = {
  name: 'list_issues',
  title: 'List issues',
  description: `Issues with counts, users and this week beside the last. ${QUOTED}`,
  inputSchema: Input,
  annotations: TEAM_READS,
  async call({ deps, projectId, links }, args) {
    const { limit = LIMITS.teamPageSize, regressed, ...rest } = input.parse(wholeDays(args))
    const wanted = query.parse({ ...rest, ...(regressed && { regressed: 'true' }) })
    const text = await readWithinBudget(limit, async (most) => {
      const { items, next_cursor } = await listIssues(deps, projectId, { ...wanted, limit: most })
      return { issues: items.map((issue) => showIssue(issue, links)), next_cursor }
    })
    return { text }
  },
}
