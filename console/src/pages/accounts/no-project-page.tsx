// Signed in, but a member of nothing: wait for an invite, or begin.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EntryCard } from '../../components/accounts/entry-card.tsx'
import { useSession } from '../../session/session.ts'
import { signOut } from '../../shell/account-menu.tsx'

export function NoProjectPage() {
  const email = useSession().data?.account?.email
  return (
    <EntryCard
      title="No project yet"
      about={
        <>
          You are signed in as <strong>{email}</strong>, but you are not a member of any project. Ask an owner
          to invite you, then open the link that they send.
        </>
      }
    >
      <Button component={Link} to="/account" variant="default" fullWidth>
        Your account
      </Button>
      <Button variant="subtle" color="gray" fullWidth onClick={() => void signOut()}>
        Sign out
      </Button>
    </EntryCard>
  )
}
