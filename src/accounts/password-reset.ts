// POST /api/password-reset: sets a new password with a link from an email or from `fieldnote account reset`.
import { PasswordReset, PasswordResetRequest } from '../contract/accounts/accounts.ts'
import { conflict } from '../contract/refusal.ts'
import { exactBody } from '../contract/validate.ts'
import { requestPasswordReset, resetPassword } from '../domain/accounts/reset-password.ts'
import { type AccountOperation, tag } from './operation.ts'

const resetBody = exactBody(PasswordReset)

const requestBody = exactBody(PasswordResetRequest)

export const requestPasswordResetOperation: AccountOperation = {
  method: 'POST',
  path: '/api/password-reset/request',
  operationId: 'request_password_reset',
  summary: 'Ask for a link that sets a new password',
  description: 'Emailed to the account with that address. The response is the same if there is none.',
  tag,
  body: { schema: PasswordResetRequest, example: { email: 'ada@example.com' } },
  success: { status: 202, description: 'Emailed, if there is such an account.' },
  refusals: {
    forbidden: 'The call comes from a page of another site.',
    conflict: 'This service cannot send email.',
  },
  async handle({ deps, mailer, baseUrl, warn }, request) {
    const { email } = requestBody.parse(request.body)
    if (!mailer) throw conflict('this service cannot send email: ask its operator for a link')
    // Not awaited: the time it takes would reveal whether the account exists.
    requestPasswordReset(deps, mailer, email, (token) => `${baseUrl()}/reset#${token}`).catch(() =>
      warn('a password reset email could not be sent'),
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
    not_found: 'The link was used or has expired.',
  },
  async handle({ deps, accounts }, request, reply) {
    const { email } = await resetPassword(deps, resetBody.parse(request.body), accounts.hashPassword)
    await accounts.remember(reply, email)
    return {}
  },
}
