// What the way through an identity provider can end with, as codes in the address, worded for people.

const NOT_A_MEMBER =
  'Nobody has invited this e-mail yet. Ask an owner for an invite to your e-mail, then try again.'
const AGAIN = 'Signing in took too long or was started in another window. Please try again.'

const WORDS: Record<string, string> = {
  access_denied: 'Your identity provider did not let you in, or you cancelled.',
  signup_disabled: NOT_A_MEMBER,
  not_invited: NOT_A_MEMBER,
  account_not_linked:
    'There is an account with this e-mail that signs in with a password. Use the password instead.',
  email_not_verified:
    'Your identity provider has not confirmed your e-mail. Confirm it there, then try again.',
  email_is_missing: 'Your identity provider did not tell us your e-mail, which Fieldnote needs.',
  email_not_found: 'Your identity provider did not tell us your e-mail, which Fieldnote needs.',
  state_mismatch: AGAIN,
  state_not_found: AGAIN,
  please_restart_the_process: AGAIN,
}

export function wordSignInError(code: string): string {
  return (
    WORDS[code.toLowerCase()] ??
    `Signing in with your identity provider did not work (${code.slice(0, 80)}). Please try again.`
  )
}
