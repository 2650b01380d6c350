// Rematches started in this tab, kept so that they are still shown after a reload.
import { useSessionStorage } from '@mantine/hooks'
import type { TagDetail } from '../../../../src/contract/tags/tags.ts'
import { api, projectPath } from '../../api.ts'
import { sayFailed } from '../../components/notices.tsx'
import { useChange } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'

/** When each one started, by tag id. */
type Started = Record<string, string>

export type Rematches = ReturnType<typeof useRematches>

export function useRematches() {
  const [started, setStarted] = useSessionStorage<Started>({
    key: `fieldnote-rematches-${useProjectId()}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const begin = useChange(
    (tag: TagDetail, projectId) => api.post(projectPath(projectId, 'tags', tag.id, 'rematch')),
    {
      onDone: ({ started_at }, { id }) => setStarted((before) => ({ ...before, [id]: started_at })),
    },
  )
  const forget = (id: string) => setStarted(({ [id]: _, ...others }) => others)
  return { started, start: (tag: TagDetail) => begin.mutate(tag, { onError: sayFailed }), forget }
}
