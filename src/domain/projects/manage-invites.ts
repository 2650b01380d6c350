// Invites to a project: links that work once, emailed or passed on by their creator.

import type { Invite, InviteCreate, InviteShown } from '../../contract/accounts/accounts.ts'
import { DAY_MS } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { notFound, Refusal } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import {
  deleteInvite,
  deleteInvitesBy,
  type InviteRow,
  insertInvite,
  selectInviteByHash,
  selectInvites,
} from '../../db/projects/project-invites.ts'
import { selectProject } from '../../db/projects/projects.ts'
import { inviteMail } from '../accounts/account-mails.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { Mailer } from '../integrations/mailer.ts'
import { hashToken, makeToken } from '../one-time-token.ts'
import { type Paged, page } from '../pages.ts'

const show = ({ project_id: _, created_at, expires_at, ...row }: InviteRow): Invite => ({
  ...row,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

export async function createInvite(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { role, email }: InviteCreate,
): Promise<Invite & { token: string }> {
  const token = makeToken()
  const created_at = deps.now()
  const invite = {
    project_id: projectId,
    id: deps.newId(),
    role,
    email: email?.toLowerCase() ?? null,
    invited_by: actor,
    created_at,
    expires_at: new Date(created_at.getTime() + LIMITS.inviteDays * DAY_MS),
  }
  await inTransaction(deps.db, async (tx) => {
    await insertInvite(tx, { ...invite, hash: hashToken(token) })
    const facts = { role, email: invite.email }
    await audit(tx, deps, projectId, { actor, action: 'invite.created', subjectId: invite.id, facts })
  })
  return { ...show(invite), token }
}

/** True if the email was sent. Otherwise the link can still be passed on. */
export async function mailInvite(
  deps: Deps,
  mailer: Mailer | null,
  projectId: string,
  { id, email, role, invited_by, url }: Invite & { url: string },
): Promise<boolean> {
  if (!mailer || email === null) return false
  const project = await selectProject(deps.db, projectId)
  const words = { to: email, id, url, project: project?.name ?? '', by: invited_by, role }
  return mailer.send(inviteMail(words)).then(
    () => true,
    () => false,
  )
}

export function listInvites(deps: Deps, projectId: string, query: PageQuery): Promise<Paged<Invite>> {
  return page(
    query,
    (at) => selectInvites(deps.db, projectId, deps.now(), at),
    (row) => row.id,
    show,
  )
}

export async function withdrawInvite(deps: Deps, actor: Actor, projectId: string, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const invite = isUuid(id) ? await deleteInvite(tx, projectId, id) : undefined
    if (!invite) throw notFound('invite')
    await auditWithdrawal(tx, deps, actor, invite)
  })
}

/** For somebody who stops being an owner: an invite of their own would let them back in. */
export async function withdrawInvitesBy(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  projectId: string,
  email: string,
): Promise<void> {
  for (const invite of await deleteInvitesBy(tx, projectId, email))
    await auditWithdrawal(tx, deps, actor, invite)
}

function auditWithdrawal(tx: Tx, deps: Deps, actor: Actor, invite: InviteRow): Promise<void> {
  const { project_id, id, role, email } = invite
  return audit(tx, deps, project_id, {
    actor,
    action: 'invite.withdrawn',
    subjectId: id,
    facts: { role, email },
  })
}

/** What the holder of the link sees before accepting. */
export async function readInvite(deps: Deps, token: string): Promise<InviteShown> {
  const invite = await selectInviteByHash(deps.db, hashToken(token), deps.now())
  if (!invite) throw unknownInvite()
  const { project_name, role, email, expires_at } = invite
  return { project_name, role, email, expires_at: expires_at.toISOString() }
}

export const unknownInvite = (): Refusal =>
  new Refusal('not_found', 'this invite was used, was withdrawn or has expired: ask for a new one')
