// The first visit: the person with the set-up link becomes the administrator.
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, api } from '../../api.ts'
import { EntryCard } from '../../components/accounts/entry-card.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { useLinkToken } from '../../session/link-token.ts'
import { EMPTY_PERSON, PersonFields } from '../../session/person-fields.tsx'
import { useSession, useSessionRefresh } from '../../session/session.ts'
import { NewLink, SetupNeeded } from '../../session/setup-needed.tsx'

export function SetupPage() {
  const needed = useSession().data?.setup_needed ?? true
  const token = useLinkToken()
  const [person, setPerson] = useState(EMPTY_PERSON)
  const refreshSession = useSessionRefresh()
  const navigate = useNavigate()
  const setUp = useMutation({
    mutationFn: () => api.post('/api/setup', { token, ...person }),
    onSuccess: async () => {
      await refreshSession()
      void navigate({ to: '/', replace: true })
    },
  })
  if (!needed && !setUp.isPending && !setUp.isSuccess) return <SetUpAlready />
  if (token === '') return <SetupNeeded />
  if (setUp.error instanceof ApiError && setUp.error.status === 404) return <LinkGone />
  return (
    <EntryCard
      title="Welcome to Fieldnote"
      about="Create the first account. It will own every project and can invite others."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setUp.mutate()
        }}
      >
        <Stack>
          <FormError error={setUp.error} />
          <PersonFields person={person} onChange={setPerson} error={setUp.error} />
          <Button type="submit" loading={setUp.isPending} fullWidth>
            Create account
          </Button>
        </Stack>
      </form>
    </EntryCard>
  )
}

function SetUpAlready() {
  return (
    <EntryCard
      title="Already set up"
      about="This Fieldnote server already has an owner, so the setup link no longer works."
    >
      <ButtonLink to="/" fullWidth>
        Go to Fieldnote
      </ButtonLink>
    </EntryCard>
  )
}

function LinkGone() {
  return (
    <EntryCard
      title="This link no longer works"
      about="It has expired, has already been used, or was replaced by a newer one."
    >
      <NewLink />
    </EntryCard>
  )
}
