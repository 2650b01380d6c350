// The project's members and invites.
import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Page } from '../../components/page.tsx'
import { OwnersOnly } from '../../components/projects/owners-only.tsx'
import { IconPlus } from '../../icons/tabler.ts'
import { useMay } from '../../session/project.ts'
import { Invites } from './invites.tsx'
import { MemberList } from './member-list.tsx'
import { NewInvite } from './new-invite.tsx'

export function MembersPage() {
  const mayInvite = useMay('owner')
  const [inviting, { open, close }] = useDisclosure(false)
  return (
    <Page
      title="Members"
      about="Viewers can read everything. Editors also work on issues, tags, studies, and guidelines. Owners also manage keys and members."
      actions={
        mayInvite && (
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            Invite member
          </Button>
        )
      }
    >
      <OwnersOnly what="members" />
      <Stack gap="md">
        <MemberList />
        {mayInvite && <Invites />}
      </Stack>
      <NewInvite opened={inviting} onClose={close} />
    </Page>
  )
}
