// Assigns an issue to a member of its project, or to nobody.
import { invalid } from '../../contract/refusal.ts'
import type { IssueRow } from '../../db/issues/issue-lists.ts'
import { assignIssue } from '../../db/issues/issue-owners.ts'
import type { Tx } from '../../db/pool.ts'
import { selectMember } from '../../db/projects/project-members.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { emit } from '../integrations/emit.ts'
import { notifyMembers } from '../integrations/notify-members.ts'

type Assignment = { issue: IssueRow; assignee_id: string | null }

/** Does nothing when the assignee stays the same. */
export async function assign(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { issue, assignee_id }: Assignment,
): Promise<void> {
  if ((issue.assignee?.account_id ?? null) === (assignee_id?.toLowerCase() ?? null)) return
  const member = assignee_id === null ? null : await selectMember(tx, projectId, assignee_id)
  if (member === undefined) throw notAMember()
  await assignIssue(tx, projectId, issue.id, member?.account_id ?? null, deps.now())
  const facts = { to: member?.email ?? null, from: issue.assignee?.email ?? null }
  await audit(tx, deps, projectId, { actor, action: 'issue.assigned', subjectId: issue.id, facts })
  const details = { ...facts, by: actor }
  const event = { type: 'issue.assigned' as const, issueId: issue.id, facts: details }
  await emit(tx, deps, projectId, event)
  await notifyMembers(tx, deps, actor, projectId, event, member ? [member.account_id] : [])
}

const notAMember = () =>
  invalid([{ loc: ['body', 'assignee_id'], msg: 'is not a member of this project', type: 'member' }])
