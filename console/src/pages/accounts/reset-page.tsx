// Sets a new password with a reset link.
import { Button, Checkbox, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../../api.ts'
import { EntryCard } from '../../components/accounts/entry-card.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { useLinkToken } from '../../session/link-token.ts'
import { NewPasswordField } from '../../session/person-fields.tsx'
import { useSessionRefresh } from '../../session/session.ts'

export function ResetPage() {
  const token = useLinkToken()
  const [password, setPassword] = useState('')
  const [endAccess, setEndAccess] = useState(true)
  const refreshSession = useSessionRefresh()
  const reset = useMutation({
    mutationFn: () => api.post('/api/password-reset', { token, password, keep_access: !endAccess }),
    onSuccess: refreshSession,
  })
  if (reset.isSuccess) return <Done />
  if (token === '' || (reset.error instanceof ApiError && reset.error.status === 404)) return <LinkGone />
  return (
    <EntryCard title="Choose a new password" about="You’ll be signed out on all your devices.">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          reset.mutate()
        }}
      >
        <Stack>
          <FormError error={reset.error} />
          <NewPasswordField
            label="New password"
            value={password}
            error={reset.error instanceof ApiError ? reset.error.fields.password : undefined}
            onChange={setPassword}
          />
          <Checkbox
            label="Also revoke my access tokens and disconnect my apps"
            description="Do this unless you’re sure nobody else knew your password."
            checked={endAccess}
            onChange={(event) => setEndAccess(event.currentTarget.checked)}
          />
          <Button type="submit" loading={reset.isPending} fullWidth>
            Save password
          </Button>
        </Stack>
      </form>
    </EntryCard>
  )
}

function Done() {
  return (
    <EntryCard title="Password saved" about="Sign in with your new password.">
      {/* A full load: nothing of an account that was signed in here stays in memory. */}
      <Button component="a" href="/sign-in" fullWidth>
        Sign in
      </Button>
    </EntryCard>
  )
}

function LinkGone() {
  return (
    <EntryCard
      title="This link no longer works"
      about="It has already been used or is more than a day old. Ask the person who runs Fieldnote for a new one."
    >
      <ButtonLink to="/sign-in" variant="default" fullWidth>
        Go to sign in
      </ButtonLink>
    </EntryCard>
  )
}
