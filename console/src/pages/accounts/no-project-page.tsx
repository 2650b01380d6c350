// For accounts without a project: wait for an invite, or create one.
import { Button } from '@mantine/core'
import { EntryCard } from '../../components/accounts/entry-card.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { useSession } from '../../session/session.ts'
import { signOut } from '../../shell/account-menu.tsx'

export function NoProjectPage() {
  const email = useSession().data?.account?.email
  return (
    <EntryCard
      title="No project yet"
      about={
        <>
          You’re signed in as <strong>{email}</strong>, but you’re not a member of any project yet. Ask a
          project owner for an invite link.
        </>
      }
    >
      <ButtonLink to="/account" variant="default" fullWidth>
        Your account
      </ButtonLink>
      <Button variant="subtle" color="gray" fullWidth onClick={() => void signOut()}>
        Sign out
      </Button>
    </EntryCard>
  )
}
