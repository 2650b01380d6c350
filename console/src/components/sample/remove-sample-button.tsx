// Deletes the sample project after asking, because everything tried out in it is deleted, too.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { api, projectPath } from '../../api.ts'
import { useChange } from '../../queries.ts'
import { useCurrentProject } from '../../session/project.ts'
import { useSessionRefresh } from '../../session/session.ts'
import { Confirm } from '../forms/confirm.tsx'
import { sayDone, sayFailed } from '../notices.tsx'

export function RemoveSampleButton({ size }: { size?: string }) {
  const [asking, { open, close }] = useDisclosure(false)
  const { remove, isPending } = useRemoveSample()
  return (
    <>
      <Button size={size} variant="default" loading={isPending} onClick={open}>
        Delete sample project
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title="Delete the sample project?"
        action="Delete sample project"
        busy={isPending}
        onConfirm={() => {
          close()
          remove()
        }}
      >
        <Text size="sm">
          Its observations, issues, tags, and studies will be deleted, with everything you tried out in it.
          Your own project isn’t affected, and you can open a new sample project at any time.
        </Text>
      </Confirm>
    </>
  )
}

function useRemoveSample() {
  const navigate = useNavigate()
  const refreshSession = useSessionRefresh()
  const real = useCurrentProject()?.sample_of ?? null
  const change = useChange(
    async (_: undefined, projectId) => {
      await api.delete(projectPath(projectId, 'sample'))
      if (real) await navigate({ to: '/p/$projectId', params: { projectId: real } })
      await refreshSession()
    },
    {
      refreshes: !real, // nothing of a project that is gone is read again
      onDone: () => sayDone('Deleted the sample project.'), // also when who asked has left the page
    },
  )
  const remove = () => change.mutate(undefined, { onError: sayFailed })
  return { remove, isPending: change.isPending }
}
