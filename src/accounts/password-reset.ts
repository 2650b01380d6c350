// POST /api/password-reset: a new password, by a link that was mailed or that `fieldnote account reset` printed.
import { PasswordReset, PasswordResetRequest } from '../contract/accounts/accounts.ts'
import { conflict } from '../contract/refusal.ts'
import { checker } from '../contract/validate.ts'
import { requestPasswordReset, resetPassword } from '../domain/accounts/reset-password.ts'
import { type AccountOperation, tag } from './operation.ts'

const resetBody = checker(PasswordReset, 'body')

const requestBody = checker(PasswordResetRequest, 'body')

export const requestPasswordResetOperation: AccountOperation = {
  method: 'POST',
  path: '/api/password-reset/request',
  operationId: 'request_password_reset',
  summary: 'Ask for a link that sets a new password',
  description:
    'Mailed to the account of that address, if there is one; the answer is the same if there is none.',
  tag,
  body: { schema: PasswordResetRequest, example: { email: 'ada@example.com' } },
  success: { status: 202, description: 'Mailed, if there is such an account.' },
  refusals: {
    forbidden: 'The call comes from a page of another site.',
    conflict: 'This service cannot send email.',
  },
  async handle({ deps, mailer, baseUrl, warn }, request) {
    const { email } = requestBody.parse(request.body)
    if (!mailer) throw conflict('this service cannot send email: ask whoever runs it for a link')
    // Not waited for: how long it takes would tell whether there is such an account.
    requestPasswordReset(deps, mailer, email, (token) => `${baseUrl()}/reset#${token}`).catch(() =>
      warn('a mail with a link for a new password could not be sent'),
    )
    return {}
  },
}

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
