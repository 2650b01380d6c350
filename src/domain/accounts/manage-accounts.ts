// Accounts: the list of them, what people set for themselves, and the end of an account's access to the whole service,
// for a while or permanently. A project always keeps an active owner.
import { conflict, notFound, Refusal } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import {
  type AccountRow,
  deleteAccountRow,
  deleteSession,
  deleteSessions,
  savePersonalMail,
  selectAccount,
  selectAccountByEmail,
  selectAccounts,
  selectPersonalMail,
  updateDisabled,
} from '../../db/accounts/accounts.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { anotherOwner, type Membership, selectMemberships } from '../../db/projects/project-members.ts'
import { lockProject } from '../../db/projects/projects.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { withdrawInvitesBy } from '../projects/manage-invites.ts'

/** Who is calling; null is the operator, who may do everything. */
export type Caller = { id: string } | null

export function updateAccount(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  accountId: string,
  { disabled }: { disabled: boolean },
): Promise<AccountRow> {
  return inTransaction(deps.db, async (tx) => {
    const { account, memberships } = await requireManageable(tx, caller, accountId)
    if (caller?.id === account.id)
      throw conflict('this is your own account: ask somebody else to disable it, or delete it')
    if (disabled === (account.disabled_at !== null)) return account
    if (disabled) await endAccess(tx, deps, actor, account, memberships)
    const disabled_at = disabled ? deps.now() : null
    await updateDisabled(tx, account.id, disabled_at)
    await noteInProjects(
      tx,
      deps,
      actor,
      disabled ? 'account.disabled' : 'account.enabled',
      account,
      memberships,
    )
    return { ...account, disabled_at }
  })
}

/** Everything that belongs to the account is deleted with it; the audit log still names it. */
export function deleteAccount(deps: Deps, actor: Actor, caller: Caller, accountId: string): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const { account, memberships } = await requireManageable(tx, caller, accountId)
    await endAccess(tx, deps, actor, account, memberships)
    await noteInProjects(tx, deps, actor, 'account.deleted', account, memberships)
    await deleteAccountRow(tx, account.id)
  })
}

export async function accountIdOf({ db }: Deps, email: string): Promise<string> {
  const account = await selectAccountByEmail(db, email.toLowerCase())
  if (!account) throw notFound(`account ${email}`)
  return account.id
}

type Managed = { account: AccountRow; memberships: Membership[] }

/** Allowed to the operator, the person themselves, and people who own every project of the account. */
async function requireManageable(tx: Tx, caller: Caller, accountId: string): Promise<Managed> {
  const account = isUuid(accountId) ? await selectAccount(tx, accountId) : undefined
  if (!account) throw notFound('account')
  const memberships = await selectMemberships(tx, account.id, caller?.id ?? null)
  // Locked in the order of their ids, as everywhere, to avoid deadlocks.
  for (const { project_id } of memberships) await lockProject(tx, project_id)
  if (caller === null || caller.id === account.id) return { account, memberships }
  if (!memberships.some(({ caller_role }) => caller_role !== null)) throw notFound('account')
  if (memberships.every(({ caller_role }) => caller_role === 'owner')) return { account, memberships }
  throw new Refusal(
    'forbidden',
    'only an owner of every project that this person belongs to may do this; you can remove them from your own projects',
  )
}

async function endAccess(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  account: AccountRow,
  memberships: Membership[],
): Promise<void> {
  for (const { project_id, project_name, role } of memberships) {
    if (role === 'owner' && !(await anotherOwner(tx, project_id, account.id)))
      throw conflict(
        `this is the last owner of ${project_name}: first make somebody else an owner, or delete the project`,
      )
    await withdrawInvitesBy(tx, deps, actor, project_id, account.email)
  }
  await deleteSessions(tx, account.id)
}

async function noteInProjects(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: string,
  { id, email }: AccountRow,
  memberships: Membership[],
): Promise<void> {
  for (const { project_id } of memberships)
    await audit(tx, deps, project_id, { actor, action, subjectId: id, facts: { email } })
}

/** Ends one of one's own sessions, such as in a lost browser. */
export async function endSession({ db }: Deps, accountId: string, id: string): Promise<void> {
  if (!isUuid(id) || !(await deleteSession(db, accountId, id))) throw notFound('session')
}

/** Whether an account gets email about mentions and issues assigned to it. */
export const getPersonalMail = async ({ db }: Deps, accountId: string): Promise<{ on: boolean }> => ({
  on: await selectPersonalMail(db, accountId),
})

export async function updatePersonalMail(
  { db }: Deps,
  accountId: string,
  on: boolean,
): Promise<{ on: boolean }> {
  await savePersonalMail(db, accountId, on)
  return { on }
}

type AccountFacts = {
  id: string
  name: string
  email: string
  created_at: string
  projects: number
  disabled_at: string | null
}

/** Every account, for the operator. */
export async function listAccounts({ db }: Deps): Promise<AccountFacts[]> {
  const rows = await selectAccounts(db)
  return rows.map(({ created_at, disabled_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    disabled_at: disabled_at?.toISOString() ?? null,
  }))
}
