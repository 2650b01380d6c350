// POST /api/password-reset: a new password, by the link that `fieldnote account reset` prints.
import { PasswordReset } from '../contract/accounts/accounts.ts'
import { checker } from '../contract/validate.ts'
import { resetPassword } from '../domain/accounts/reset-password.ts'
import { type AccountOperation, tag } from './operation.ts'

const resetBody = checker(PasswordReset, 'body')

export const passwordResetOperation: AccountOperation = {
  method: 'POST',
  path: '/api/password-reset',
  operationId: 'reset_password',
  summary: 'Set a new password',
  description:
    'Ends every session of the account, and its personal access tokens and connected apps unless keep_access is true. Sign in with the new password afterwards.',
  tag,
  body: { schema: PasswordReset, example: { token: '…', password: 'correct horse battery' } },
  success: { status: 204, description: 'Changed.' },
  refusals: {
    forbidden: 'The call comes from a page of another site.',
    not_found: 'The link was used or is no longer valid.',
  },
  async handle({ deps, accounts }, request, reply) {
    const { email } = await resetPassword(deps, resetBody.parse(request.body), accounts.hashPassword)
    await accounts.remember(reply, email)
    return {}
  },
}
