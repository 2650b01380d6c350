// Accepting an invite: with the signed-in account, with a new one, or by proving the invited email.
import type { Account, InviteAccept, InviteAccepted } from '../../contract/accounts/accounts.ts'
import { invalid, Refusal } from '../../contract/refusal.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import {
  type InviteRow,
  selectInviteByHash,
  takeInvite,
  takeInvitesOf,
} from '../../db/projects/project-invites.ts'
import { insertMember, selectRole } from '../../db/projects/project-members.ts'
import { type HashPassword, makeAccount, type Person } from '../accounts/new-account.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../one-time-token.ts'
import { unknownInvite } from './manage-invites.ts'

/** The signed-in account joins. */
export function joinByInvite(deps: Deps, account: Account, token: string): Promise<InviteAccepted> {
  return inTransaction(deps.db, async (tx) => {
    const invite = await takeInvite(tx, hashToken(token), deps.now())
    if (!invite) throw unknownInvite()
    refuseOtherEmail(invite, account.email)
    return join(tx, deps, invite, account)
  })
}

/** A new account joins. A refusal leaves the invite as it was. */
export async function signUpByInvite(
  deps: Deps,
  wanted: InviteAccept,
  hashPassword: HashPassword,
): Promise<InviteAccepted> {
  const hash = hashToken(wanted.token)
  const known = await selectInviteByHash(deps.db, hash, deps.now())
  if (!known) throw unknownInvite()
  const { password, ...person } = requirePerson(wanted, known)
  refuseOtherEmail(known, person.email)
  const passwordHash = await hashPassword(password)
  return inTransaction(deps.db, async (tx) => {
    const invite = await takeInvite(tx, hash, deps.now())
    if (!invite) throw unknownInvite()
    const account = await makeAccount(tx, deps, { ...person, passwordHash })
    return join(tx, deps, invite, account)
  })
}

type NewPerson = Omit<Person, 'passwordHash'> & { password: string }

/** An invite for an email supplies the email itself. */
function requirePerson(wanted: InviteAccept, invite: InviteRow): NewPerson {
  const { name, email = invite.email, password } = wanted
  const missing = Object.entries({ name, email, password }).filter(([, value]) => !value)
  if (!name || !email || !password)
    throw invalid(missing.map(([field]) => ({ loc: ['body', field], msg: 'is required', type: 'missing' })))
  return { name, email, password, emailVerified: invite.email !== null }
}

/** A person who proves an email by signing in joins every project that invited it. */
export function joinByEmail(deps: Deps, account: Account): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    for (const invite of await takeInvitesOf(tx, account.email, deps.now()))
      await join(tx, deps, invite, account)
  })
}

async function join(tx: Tx, deps: Deps, invite: InviteRow, account: Account): Promise<InviteAccepted> {
  const { project_id, role } = invite
  await insertMember(tx, project_id, account.id, role, deps.now())
  await audit(tx, deps, project_id, {
    actor: account.email,
    action: 'member.joined',
    subjectId: account.id,
    facts: { role, invited_by: invite.invited_by },
  })
  return { account, project_id, role: (await selectRole(tx, project_id, account.id)) ?? role }
}

function refuseOtherEmail({ email }: InviteRow, sent: string): void {
  if (email === null || email === sent.toLowerCase()) return
  throw new Refusal('forbidden', `this invite is for ${email}: use that email, or ask for another invite`)
}
