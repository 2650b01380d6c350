// Removing a member, or leaving; a new invite brings them back.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { api, projectPath } from '../../api.ts'
import { Confirm } from '../../components/forms/confirm.tsx'
import { sayDone } from '../../components/notices.tsx'
import { useChange } from '../../queries.ts'
import { useCurrentProject, useMay } from '../../session/project.ts'
import { useSessionRefresh } from '../../session/session.ts'
import type { MemberRow } from './member-row.ts'

export function RemoveMember({ member: { account_id, name, self } }: { member: MemberRow }) {
  const [asking, { open, close }] = useDisclosure(false)
  const mayRemove = useMay('owner')
  const project = useCurrentProject()
  const navigate = useNavigate()
  const refreshSession = useSessionRefresh()
  const remove = useChange(
    (_: undefined, projectId) => api.delete(projectPath(projectId, 'members', account_id)),
    {
      refreshes: !self,
      onDone: async () => {
        close()
        sayDone(self ? `You left ${project?.name}.` : `Removed ${name} from the project.`)
        if (!self) return
        await refreshSession()
        void navigate({ to: '/' })
      },
    },
  )
  if (!mayRemove && !self) return null
  const word = self ? 'Leave' : 'Remove'
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={open}
        aria-label={self ? 'Leave project' : `Remove ${name}`}
      >
        {word}
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={self ? `Leave ${project?.name}?` : `Remove ${name}?`}
        action={word}
        onConfirm={() => remove.mutate(undefined)}
        busy={remove.isPending}
        error={remove.error}
      >
        <Text size="sm">
          {self
            ? 'You’ll lose access immediately. An owner has to invite you back.'
            : 'They’ll lose access immediately, and so will their access tokens. You can invite them again later.'}
        </Text>
      </Confirm>
    </>
  )
}
