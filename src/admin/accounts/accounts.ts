// /api/accounts/{account_id}
import { MANAGED_ACCOUNT } from '../../contract/accounts/account-examples.ts'
import { DisableAccount, ManagedAccount } from '../../contract/accounts/accounts.ts'
import { exactBody } from '../../contract/validate.ts'
import { deleteAccount, updateAccount } from '../../domain/accounts/manage-accounts.ts'
import { pathParameter } from '../../http/operation.ts'
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
