// /api/accounts/{account_id}, and what an account changes for itself: its sessions and its mail
import { MANAGED_ACCOUNT } from '../../contract/accounts/account-examples.ts'
import { DisableAccount, ManagedAccount, PersonalMail } from '../../contract/accounts/accounts.ts'
import { exactBody } from '../../contract/validate.ts'
import {
  deleteAccount,
  endSession,
  getPersonalMail,
  updateAccount,
  updatePersonalMail,
} from '../../domain/accounts/manage-accounts.ts'
import { pathParameter } from '../../http/operation.ts'
import { ownAccountId } from '../auth.ts'
import type { AdminOperation } from '../operation.ts'

const updateBody = exactBody(DisableAccount)

const ONE = '/api/accounts/{account_id}'
const tag = 'Admin: accounts'
const WHO = 'For the operator, and for people who own every project of the account.'
const refusals = {
  forbidden: 'The account belongs to a project that you do not own.',
  not_found: 'No such account shares a project with you.',
  conflict: 'A project would be left without an active owner, or it is your own account.',
}

export const accountOperations: AdminOperation[] = [
  {
    method: 'PATCH',
    role: 'owner',
    path: ONE,
    operationId: 'update_account',
    summary: 'Disable or enable an account',
    description: `A disabled account is signed out everywhere at once; its tokens and apps stop working until it is enabled again. ${WHO}`,
    tag,
    body: { schema: DisableAccount, example: { disabled: true } },
    success: {
      status: 200,
      description: 'The account after the change.',
      schema: ManagedAccount,
      example: MANAGED_ACCOUNT,
    },
    refusals,
    async handle({ deps, actor, account }, request) {
      const wanted = updateBody.parse(request.body)
      const updated = await updateAccount(deps, actor, account, pathParameter(request, 'account_id'), wanted)
      const { id, name, email, disabled_at } = updated
      return { body: { id, name, email, disabled_at: disabled_at?.toISOString() ?? null } }
    },
  },
  {
    method: 'DELETE',
    role: 'owner',
    orSelf: true,
    path: ONE,
    operationId: 'delete_account',
    summary: 'Delete an account',
    description: `With its sessions, access tokens, connected apps and memberships. Its actions stay in the audit log. Everyone may delete their own account. ${WHO}`,
    tag,
    success: { status: 204, description: 'Deleted.' },
    refusals,
    async handle({ deps, actor, account }, request) {
      await deleteAccount(deps, actor, account, pathParameter(request, 'account_id'))
      return {}
    },
  },
]

/** /api/sessions/{session_id} */
export const sessionOperations: AdminOperation[] = [
  {
    role: 'viewer',
    inPerson: true,
    tag: 'Admin: sessions',
    method: 'DELETE',
    path: '/api/sessions/{session_id}',
    operationId: 'end_session',
    summary: 'End one of your sessions',
    description: 'Takes effect with the next request, on every process.',
    success: { status: 204, description: 'Ended.' },
    refusals: { not_found: 'You have no such session.' },
    async handle(context, request) {
      await endSession(context.deps, ownAccountId(context), pathParameter(request, 'session_id'))
      return {}
    },
  },
]

const mailBody = exactBody(PersonalMail)

const forPeople = {
  role: 'viewer',
  inPerson: true,
  tag: 'Admin: personal mail',
  path: '/api/personal-mail',
} as const
const success = {
  status: 200,
  description: 'The setting.',
  schema: PersonalMail,
  example: { on: true },
} as const

/** /api/personal-mail */
export const personalMailOperations: AdminOperation[] = [
  {
    ...forPeople,
    method: 'GET',
    operationId: 'get_personal_mail',
    summary: 'Read whether you get personal email',
    success,
    async handle(context) {
      return { body: await getPersonalMail(context.deps, ownAccountId(context)) }
    },
  },
  {
    ...forPeople,
    method: 'PUT',
    operationId: 'update_personal_mail',
    summary: 'Turn personal email on or off',
    description:
      'On by default, if the service can send email: a message when somebody mentions you in a comment or assigns you an issue. Several at once are one message.',
    body: { schema: PersonalMail, example: { on: false } },
    success,
    async handle(context, request) {
      const { on } = mailBody.parse(request.body)
      return { body: await updatePersonalMail(context.deps, ownAccountId(context), on) }
    },
  },
]
