// Messages for the error codes that signing in with an identity provider can return in the address.

const NOT_A_MEMBER =
  'This email address hasn’t been invited yet. Ask a project owner to invite it, then try again.'
const AGAIN = 'Signing in took too long or was started in another window. Try again.'

const WORDS = new Map<string, string>(
  Object.entries({
    access_denied: 'Your identity provider didn’t let you in, or you canceled signing in.',
    signup_disabled: NOT_A_MEMBER,
    not_invited: NOT_A_MEMBER,
    account_not_linked:
      'An account with this email address already signs in with a password. Use the password instead.',
    email_not_verified:
      'Your identity provider hasn’t verified your email address. Verify it there, then try again.',
    email_is_missing: 'Your identity provider didn’t share your email address, which Fieldnote needs.',
    email_not_found: 'Your identity provider didn’t share your email address, which Fieldnote needs.',
    state_mismatch: AGAIN,
    state_not_found: AGAIN,
    please_restart_the_process: AGAIN,
  }),
)

export function wordSignInError(code: string): string {
  return (
    WORDS.get(code.toLowerCase()) ??
    `Couldn’t sign in with your identity provider (${code.slice(0, 80)}). Try again.`
  )
}
