// The themes of a study, and people's decisions on them.
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Theme, ThemeSplit } from '../../../../../src/contract/research/themes.ts'
import { api, projectPath } from '../../../api.ts'
import { useChange, useResource } from '../../../queries.ts'

/** Answers are digested shortly after they arrive. */
const LOOK_EVERY = 10_000

export const useThemes = (studyId: string) =>
  useResource(
    ['studies', studyId, 'themes'],
    { limit: LIMITS.themesPerStudy },
    { refetchInterval: LOOK_EVERY },
  )

export function useThemeDecisions(studyId: string) {
  const path = <const Parts extends string[]>(projectId: string, themeId: string, ...parts: Parts) =>
    projectPath(projectId, 'studies', studyId, 'themes', themeId, ...parts)
  const rename = useChange(({ theme, title }: { theme: Theme; title: string }, projectId) =>
    api.patch(path(projectId, theme.id), { title, expected_title: theme.title }),
  )
  const merge = useChange(({ from, into }: { from: Theme; into: Theme }, projectId) =>
    api.post(path(projectId, from.id, 'merge'), { into: into.id }),
  )
  const unmerge = useChange((mergedId: string, projectId) => api.post(path(projectId, mergedId, 'unmerge')))
  const split = useChange(({ theme, ...parts }: ThemeSplit & { theme: Theme }, projectId) =>
    api.post(path(projectId, theme.id, 'split'), parts),
  )
  return { rename, merge, unmerge, split }
}
