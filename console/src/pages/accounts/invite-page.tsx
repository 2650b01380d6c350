// An invite to a project: what it is, and joining as oneself or with a new account.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { InviteAccept, InviteShown } from '../../../../src/contract/accounts/accounts.ts'
import { api } from '../../api.ts'
import { EntryCard } from '../../components/accounts/entry-card.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { formatDateTime, withArticle } from '../../format.ts'
import { useLinkToken } from '../../session/link-token.ts'
import { EMPTY_PERSON, type Person, PersonFields } from '../../session/person-fields.tsx'
import { ROLE_POWERS } from '../../session/powers.ts'
import { useSession, useSessionRefresh } from '../../session/session.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'

export function InvitePage() {
  const token = useLinkToken()
  const invite = useQuery({
    queryKey: ['invite', token],
    queryFn: () => api.post('/api/invites/read', { token }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (token === '' || invite.error) return <InviteGone reason={invite.error?.message} />
  if (!invite.data) return <EntryCard title="You’re invited" about={<Skeleton height={14} mt={8} />} />
  return <Invited invite={invite.data} token={token} />
}

function Invited({ invite, token }: { invite: InviteShown; token: string }) {
  const account = useSession().data?.account
  const navigate = useNavigate()
  const refreshSession = useSessionRefresh()
  const accept = useMutation({
    mutationFn: (body: Omit<InviteAccept, 'token'>) => api.post('/api/invites/accept', { token, ...body }),
    onSuccess: async ({ project_id }) => {
      await refreshSession()
      void navigate({ to: '/p/$projectId', params: { projectId: project_id }, replace: true })
    },
  })
  return (
    <EntryCard
      title={`Join ${invite.project_name}`}
      about={`You’ve been invited as ${withArticle(invite.role)}. You’ll be able to ${ROLE_POWERS[invite.role]}.`}
      below={`This invite expires ${formatDateTime(invite.expires_at)}.`}
    >
      {account ? (
        <>
          <FormError error={accept.error} />
          <Text size="sm">
            You’re signed in as <strong>{account.email}</strong>.
          </Text>
          <Button loading={accept.isPending} onClick={() => accept.mutate({})} fullWidth>
            Join project
          </Button>
        </>
      ) : (
        <SignedOut invite={invite} accept={accept} />
      )}
    </EntryCard>
  )
}

type Accept = { mutate: (body: Omit<InviteAccept, 'token'>) => void; isPending: boolean; error: Error | null }

function SignedOut({ invite, accept }: { invite: InviteShown; accept: Accept }) {
  const [known, setKnown] = useState(false)
  const refreshSession = useSessionRefresh()
  return (
    <>
      {known ? (
        <SignInForm onDone={() => void refreshSession()} />
      ) : (
        <NewAccountForm email={invite.email} accept={accept} />
      )}
      <Group justify="center">
        <Button variant="subtle" size="compact-sm" onClick={() => setKnown(!known)}>
          {known ? 'Create a new account instead' : 'I already have an account'}
        </Button>
      </Group>
    </>
  )
}

function InviteGone({ reason }: { reason: string | undefined }) {
  return (
    <EntryCard
      title="This invite link doesn’t work"
      about={reason ?? 'The link is incomplete. Ask the person who sent it to copy it again.'}
    >
      <ButtonLink to="/" variant="default" fullWidth>
        Go to Fieldnote
      </ButtonLink>
    </EntryCard>
  )
}

type NewAccountFormProps = {
  /** The only email that may accept; null for whoever has the link. */
  email: string | null
  accept: { mutate: (person: Person) => void; isPending: boolean; error: Error | null }
}

/** A new account by an invite. */
function NewAccountForm({ email, accept }: NewAccountFormProps) {
  const [person, setPerson] = useState({ ...EMPTY_PERSON, email: email ?? '' })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate(person)
      }}
    >
      <Stack>
        <FormError error={accept.error} />
        <PersonFields person={person} onChange={setPerson} error={accept.error} emailFixed={email !== null} />
        <Button type="submit" loading={accept.isPending} fullWidth>
          Create account and join
        </Button>
      </Stack>
    </form>
  )
}
