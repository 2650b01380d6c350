// Sign-in with email and password or an identity provider, then on to the requested page.
import { Alert, Code } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { EntryCard } from '../../components/accounts/entry-card.tsx'
import { useFilters } from '../../filters.ts'
import { nextPage } from '../../session/next-page.ts'
import { useSession, useSessionRefresh } from '../../session/session.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { wordSignInError } from './sign-in-errors.ts'

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
