// merge_issues
import { ObjectOf } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { mergeIssue } from '../../domain/issues/merge-issues.ts'
import { findIssue } from '../../domain/issues/read-issues.ts'
import { CHANGES } from '../tool.ts'
import { IssueId } from './arguments.ts'
import { type TeamTool, writing } from './context.ts'
import { showIssue } from './show.ts'

const Input = ObjectOf({ issue_id: IssueId, into_id: IssueId })
const input = checker(Input, 'body')

export const mergeIssuesTool: TeamTool = writing({
  name: 'merge_issues',
  title: 'Merge two issues',
  description:
    'Merge issue_id into into_id, which remains; undone in the console. Only when the person you talk to asked for it.',
  inputSchema: Input,
  annotations: CHANGES,
  async call({ deps, actor, projectId, links }, args) {
    const { issue_id, into_id } = input.parse(args)
    const from = await findIssue(deps, projectId, issue_id)
    const into = await findIssue(deps, projectId, into_id)
    return { text: showIssue(await mergeIssue(deps, actor, projectId, from, into), links) }
  },
})
