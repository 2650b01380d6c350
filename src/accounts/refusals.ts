// better-auth's refusals in our words and our form.

/** By its error codes; all others keep their own message. */
const DETAILS = new Map<string, string>(
  Object.entries({
    INVALID_EMAIL_OR_PASSWORD: 'the email or the password is wrong',
    INVALID_PASSWORD: 'the current password is wrong',
    PASSWORD_TOO_SHORT: 'the new password is too short',
    PASSWORD_TOO_LONG: 'the new password is too long',
    CREDENTIAL_ACCOUNT_NOT_FOUND: 'this account has no password: it signs in elsewhere',
    ACCOUNT_DISABLED: 'this account is disabled: ask an owner of your project to enable it again',
    UNAUTHORIZED: 'sign in first',
    SESSION_EXPIRED: 'the session has ended: sign in again',
    PROVIDER_NOT_FOUND: 'the sign-in provider does not answer; try again shortly',
  }),
)

export type ErrorBody = { code?: string; message?: string }

export function detailOf(status: number, { code = '', message = '' }: ErrorBody): string {
  if (status === 429) return 'too many attempts: wait a minute, then try again'
  return DETAILS.get(code) ?? (message || 'this cannot be done')
}
