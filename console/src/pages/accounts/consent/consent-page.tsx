// An app asks to act for somebody: its name, its host, what it could do, and the decision.
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api.ts'
import { EntryCard } from '../../../components/accounts/entry-card.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { useSession, useSessionRefresh } from '../../../session/session.ts'
import { SignInForm } from '../../../session/sign-in-form.tsx'
import { ConsentForm } from './consent-form.tsx'

export function ConsentPage() {
  const [query] = useState(() => window.location.search.slice(1))
  const account = useSession().data?.account
  const params = new URLSearchParams(query)
  const error = params.get('error')
  if (error !== null || !params.has('client_id')) return <RequestFailed reason={wordError(error)} />
  return account ? <Asked query={query} email={account.email} /> : <SignedOut />
}

function Asked({ query, email }: { query: string; email: string }) {
  const asked = useQuery({
    queryKey: ['oauth-request', query, email],
    queryFn: () => api.post('/api/oauth/request', { query }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (asked.error) return <RequestFailed reason={`${asked.error.message}. You’re signed in as ${email}.`} />
  if (!asked.data) return <EntryCard title="Connect an app" about={<Skeleton height={14} mt={8} />} />
  return <ConsentForm asked={asked.data} query={query} email={email} />
}

function SignedOut() {
  const refreshSession = useSessionRefresh()
  return (
    <EntryCard
      title="Sign in to continue"
      about="An app wants to connect to Fieldnote. Sign in to see what it’s asking for."
    >
      <SignInForm onDone={() => void refreshSession()} />
    </EntryCard>
  )
}

/** Worded here by code, because anybody can put a description into an address. */
const ERRORS = new Map<string, string>(
  Object.entries({
    invalid_client:
      'Fieldnote doesn’t recognize the app, or couldn’t read its description. Remove the connection in the app and add it again.',
    invalid_redirect: 'The app asked to send you back to an address it hasn’t registered.',
    client_disabled: 'This app was turned off.',
  }),
)

const wordError = (code: string | null): string =>
  ERRORS.get(code ?? '') ??
  'The app sent a request that Fieldnote can’t use. Go back to the app and start again.'

function RequestFailed({ reason }: { reason: ReactNode }) {
  return (
    <EntryCard title="This app can’t be connected" about={reason}>
      <ButtonLink to="/" variant="default" fullWidth>
        Go to Fieldnote
      </ButtonLink>
    </EntryCard>
  )
}
