// Membership of a project, which always keeps an owner.
import type { Member } from '../../contract/accounts/accounts.ts'
import type { Role } from '../../contract/labels.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { conflict, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { unassignAll } from '../../db/issues/issue-owners.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import {
  anotherOwner,
  deleteMember,
  type MemberRow,
  selectMember,
  selectMembers,
  updateRole,
} from '../../db/projects/project-members.ts'
import { lockProject } from '../../db/projects/projects.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { lockForChange } from '../issues/issue-decisions.ts'
import { type Paged, page } from '../pages.ts'
import { withdrawInvitesBy } from './manage-invites.ts'

const show = ({ joined_at, ...row }: MemberRow): Member => ({ ...row, joined_at: joined_at.toISOString() })

export function listMembers(deps: Deps, projectId: string, query: PageQuery): Promise<Paged<Member>> {
  return page(
    query,
    (at) => selectMembers(deps.db, projectId, at),
    (row) => row.account_id,
    show,
  )
}

export function updateMember(
  deps: Deps,
  actor: Actor,
  projectId: string,
  accountId: string,
  role: Role,
): Promise<Member> {
  return withMember(deps, projectId, accountId, async (tx, member) => {
    if (member.role === role) return show(member)
    if (role !== 'owner') await keepAnOwner(tx, projectId, member)
    await updateRole(tx, projectId, member.account_id, role)
    if (member.role === 'owner') await withdrawInvitesBy(tx, deps, actor, projectId, member.email)
    const facts = { email: member.email, from: member.role, to: role }
    await audit(tx, deps, projectId, { actor, action: 'member.role_changed', subjectId: accountId, facts })
    return show({ ...member, role })
  })
}

export function removeMember(deps: Deps, actor: Actor, projectId: string, accountId: string): Promise<void> {
  return withMember(deps, projectId, accountId, async (tx, member) => {
    await keepAnOwner(tx, projectId, member)
    const unassigned = await giveUpIssues(tx, deps, projectId, member.account_id)
    await deleteMember(tx, projectId, member.account_id)
    await withdrawInvitesBy(tx, deps, actor, projectId, member.email)
    const facts = { email: member.email, role: member.role, unassigned }
    await audit(tx, deps, projectId, { actor, action: 'member.removed', subjectId: accountId, facts })
  })
}

/** A person who leaves is unassigned from their issues. */
async function giveUpIssues(tx: Tx, { now }: Deps, projectId: string, accountId: string): Promise<number> {
  await lockForChange(tx, projectId)
  return unassignAll(tx, projectId, accountId, now())
}

/** Changes queue behind the project's row, so two owners who remove each other at once leave one. */
function withMember<T>(
  { db }: Deps,
  projectId: string,
  accountId: string,
  work: (tx: Tx, member: MemberRow) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    await lockProject(tx, projectId)
    const member = isUuid(accountId) ? await selectMember(tx, projectId, accountId) : undefined
    if (!member) throw notFound('member')
    return work(tx, member)
  })
}

async function keepAnOwner(tx: Tx, projectId: string, { account_id, role }: MemberRow): Promise<void> {
  if (role !== 'owner' || (await anotherOwner(tx, projectId, account_id))) return
  throw conflict('this is the last owner of the project: make somebody else an owner first')
}
