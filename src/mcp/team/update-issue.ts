// update_issue
import { ISSUE_KINDS, ISSUE_STATUSES, SEVERITIES } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { ObjectOf, OneOf, Optional, Text } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { updateIssue } from '../../domain/issues/change-issues.ts'
import { findIssue } from '../../domain/issues/read-issues.ts'
import { CHANGES } from '../tool.ts'
import { IssueId } from './arguments.ts'
import { type TeamTool, writing } from './context.ts'
import { showIssue } from './show.ts'

/** No argument may be null: many hosts send null for what they omit, and it must not undo a person's decision. */
const Input = ObjectOf({
  issue_id: IssueId,
  status: Optional(OneOf(ISSUE_STATUSES)),
  status_note: Optional(Text(LIMITS.noteLength)),
  title: Optional(Text(LIMITS.issueTitleLength)),
  kind: Optional(OneOf(ISSUE_KINDS)),
  severity: Optional(OneOf(SEVERITIES)),
})
const input = checker(Input, 'body')

export const updateIssueTool: TeamTool = writing({
  name: 'update_issue',
  title: 'Change an issue',
  description: 'Set what is given. Only when the person you talk to asked for it.',
  inputSchema: Input,
  annotations: CHANGES,
  async call({ deps, actor, projectId, links }, args) {
    const { issue_id, status, status_note, title, kind, severity } = input.parse(args)
    const id = await findIssue(deps, projectId, issue_id)
    const given = Object.entries({ status, status_note, title, kind, severity })
    const wanted = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    // Nothing here shows whether a person asked for it, so agents hear of it only after a person accepts it in the
    // console.
    return { text: showIssue(await updateIssue(deps, actor, projectId, id, wanted, 'assistant'), links) }
  },
})
