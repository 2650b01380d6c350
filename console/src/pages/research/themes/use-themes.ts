// The themes of a study, and what people decide about them.
import type { Theme, ThemeSplit, Themes } from '../../../../../src/contract/research/themes.ts'
import { api, projectPath } from '../../../api.ts'
import { useChange, useResource } from '../../../queries.ts'

/** Answers are digested a moment after they came. */
const LOOK_EVERY = 10_000

export const useThemes = (studyId: string) =>
  useResource<Themes>(['studies', studyId, 'themes'], {}, { refetchInterval: LOOK_EVERY })

const TOUCHES = { touches: ['studies'] }

export function useThemeDecisions(studyId: string, { id, title }: Theme) {
  const path = (projectId: string, ...parts: string[]) =>
    projectPath(projectId, 'studies', studyId, 'themes', id, ...parts)
  const rename = useChange(
    (to: string, projectId) => api.patch<Theme>(path(projectId), { title: to, expected_title: title }),
    TOUCHES,
  )
  const merge = useChange(
    (into: string, projectId) => api.post<Theme>(path(projectId, 'merge'), { into }),
    TOUCHES,
  )
  const split = useChange(
    (body: ThemeSplit, projectId) => api.post<Theme>(path(projectId, 'split'), body),
    TOUCHES,
  )
  return { rename, merge, split }
}
