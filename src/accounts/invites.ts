// POST /api/invites/read and /api/invites/accept: for the holder of an invite link.

import { ACCOUNT, INVITE } from '../contract/accounts/account-examples.ts'
import { InviteAccept, InviteAccepted, InviteShown, InviteToken } from '../contract/accounts/accounts.ts'
import { PROJECT } from '../contract/projects/project-examples.ts'
import { Refusal } from '../contract/refusal.ts'
import { exactBody } from '../contract/validate.ts'
import { joinByInvite, signUpByInvite } from '../domain/projects/accept-invite.ts'
import { readInvite } from '../domain/projects/manage-invites.ts'
import { type AccountOperation, tag } from './operation.ts'

const readBody = exactBody(InviteToken)
const acceptBody = exactBody(InviteAccept)

const refusals = {
  forbidden: 'The invite is for another email, or the call comes from a page of another site.',
  not_found: 'The invite was used, withdrawn or is no longer valid.',
}

export const readInviteOperation: AccountOperation = {
  method: 'POST',
  path: '/api/invites/read',
  operationId: 'read_invite',
  summary: 'Look at an invite',
  tag,
  body: { schema: InviteToken, example: { token: '…' } },
  success: {
    status: 200,
    description: 'What the invite is for.',
    schema: InviteShown,
    example: {
      project_name: PROJECT.name,
      role: INVITE.role,
      email: INVITE.email,
      expires_at: INVITE.expires_at,
    },
  },
  refusals,
  async handle({ deps }, request) {
    return { body: await readInvite(deps, readBody.parse(request.body).token) }
  },
}

export const acceptInviteOperation: AccountOperation = {
  method: 'POST',
  path: '/api/invites/accept',
  operationId: 'accept_invite',
  summary: 'Accept an invite',
  description:
    'With name, email and password: creates an account and sets its session cookie. Without them, the signed-in account joins.',
  tag,
  body: {
    schema: InviteAccept,
    example: { token: '…', name: ACCOUNT.name, email: ACCOUNT.email, password: 'correct horse battery' },
  },
  success: {
    status: 200,
    description: 'Joined and signed in.',
    schema: InviteAccepted,
    example: { account: ACCOUNT, project_id: PROJECT.id, role: 'editor' },
  },
  refusals: {
    ...refusals,
    unauthorized: 'Nobody is signed in, and no new account was given.',
    conflict: 'An account with this email already exists: sign in first.',
  },
  async handle({ deps, accounts }, request, reply) {
    const wanted = acceptBody.parse(request.body)
    if (wanted.password !== undefined) {
      const joined = await signUpByInvite(deps, wanted, accounts.hashPassword)
      await accounts.signIn(request, reply, joined.account.email, wanted.password)
      return { body: joined }
    }
    const account = await accounts.sessionAccount(request, reply)
    if (!account) throw new Refusal('unauthorized', 'sign in first, or send a name, an email and a password')
    return { body: await joinByInvite(deps, account, wanted.token) }
  },
}
