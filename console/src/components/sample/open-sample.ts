// Opens the sample project of the current one, and creates it if necessary.
import { useNavigate } from '@tanstack/react-router'
import { api, projectPath } from '../../api.ts'
import { useChange } from '../../queries.ts'
import { useSessionRefresh } from '../../session/session.ts'
import { sayFailed } from '../notices.tsx'

export function useOpenSample() {
  const navigate = useNavigate()
  const refreshSession = useSessionRefresh()
  const change = useChange(async (_: undefined, projectId) => {
    const sample = await api.post(projectPath(projectId, 'sample'))
    await refreshSession() // the session must know the project first
    return sample
  })
  const open = () =>
    change.mutateHere(undefined, {
      onSuccess: ({ project_id }) =>
        void navigate({ to: '/p/$projectId', params: { projectId: project_id } }),
      onError: sayFailed,
    })
  return { open, isPending: change.isPending }
}
