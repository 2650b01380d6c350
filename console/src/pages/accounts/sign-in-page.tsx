// Sign-in with email and password or an identity provider, then on to the requested page.
import { Alert, Code } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { EntryCard } from '../../components/accounts/entry-card.tsx'
import { useFilters } from '../../filters.ts'
import { useSession, useSessionRefresh } from '../../session/session.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'

export function SignInPage() {
  const [{ next, error }] = useFilters()
  const { history } = useRouter()
  const signedIn = Boolean(useSession().data?.account)
  const refreshSession = useSessionRefresh()
  const target = nextPage(next)
  useEffect(() => {
    if (signedIn) history.replace(target)
  }, [signedIn, target, history])
  return (
    <EntryCard
      title="Sign in"
      below={
        <>
          Forgot your password? The person who runs Fieldnote can create a reset link with{' '}
          <Code style={{ whiteSpace: 'nowrap' }}>fieldnote account reset</Code>.
        </>
      }
    >
      {error && (
        <Alert color="red" role="alert">
          {wordSignInError(error)}
        </Alert>
      )}
      <SignInForm back={target} onDone={() => void refreshSession()} />
    </EntryCard>
  )
}

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

/** What the way through an identity provider can end with, as codes in the address, worded for people. */
function wordSignInError(code: string): string {
  return (
    WORDS.get(code.toLowerCase()) ??
    `Couldn’t sign in with your identity provider (${code.slice(0, 80)}). Try again.`
  )
}

// Where to go after signing in: only ever a page of this console.

/** The path that `next` names, or the start page when it is missing or leads elsewhere. */
function nextPage(next: string | undefined, origin = window.location.origin): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : '/'
}
