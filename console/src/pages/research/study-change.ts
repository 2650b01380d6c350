// Changes a study, and refreshes what shows it.
import type { StudyUpdate } from '../../../../src/contract/research/studies.ts'
import { api, projectPath } from '../../api.ts'
import { useChange } from '../../queries.ts'

export function useStudyChange(id: string) {
  return useChange((change: StudyUpdate, projectId) =>
    api.patch(projectPath(projectId, 'studies', id), change),
  )
}
