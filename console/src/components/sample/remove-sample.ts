// Deletes the sample project, and leads members in it back to the real one.
import { useNavigate } from '@tanstack/react-router'
import { api, projectPath } from '../../api.ts'
import { useChange } from '../../queries.ts'
import { useCurrentProject } from '../../session/project.ts'
import { useSessionRefresh } from '../../session/session.ts'
import { sayDone, sayFailed } from '../notices.tsx'

export function useRemoveSample() {
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
      refreshes: !real, // a deleted project must not be read again
      onDone: () => sayDone('Deleted the sample project.'), // even after leaving the page
    },
  )
  const remove = () => change.mutate(undefined, { onError: sayFailed })
  return { remove, isPending: change.isPending }
}
