// Who takes an issue: a member of its project, or nobody.
import { invalid } from '../../contract/refusal.ts'
import type { IssueRow } from '../../db/issues/issue-lists.ts'
import { assignIssue } from '../../db/issues/issue-owners.ts'
import type { Tx } from '../../db/pool.ts'
import { selectMember } from '../../db/projects/project-members.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { emit } from '../integrations/emit.ts'
import { tellPeople } from '../integrations/tell-people.ts'

type Assignment = { issue: IssueRow; assignee_id: string | null }

/** Nothing happens where nothing changes. */
export async function assign(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { issue, assignee_id }: Assignment,
): Promise<void> {
  if ((issue.assignee?.account_id ?? null) === (assignee_id?.toLowerCase() ?? null)) return
  const member = assignee_id === null ? null : await selectMember(tx, projectId, assignee_id)
  if (member === undefined) throw noMember()
  await assignIssue(tx, projectId, issue.id, member?.account_id ?? null, deps.now())
  const facts = { to: member?.email ?? null, from: issue.assignee?.email ?? null }
  await audit(tx, deps, projectId, { actor, action: 'issue.assigned', subjectId: issue.id, facts })
  const told = { ...facts, by: actor }
  const happened = { type: 'issue.assigned' as const, issueId: issue.id, facts: told }
  await emit(tx, deps, projectId, happened)
  await tellPeople(tx, deps, actor, projectId, happened, member ? [member.account_id] : [])
}

const noMember = () =>
  invalid([{ loc: ['body', 'assignee_id'], msg: 'is not a member of this project', type: 'member' }])
