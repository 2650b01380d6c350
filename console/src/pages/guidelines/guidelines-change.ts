// Saves a version of the guidelines.
import type { GuidelinesUpdate } from '../../../../src/contract/guidelines/guidelines.ts'
import { api, projectPath } from '../../api.ts'
import { useChange } from '../../queries.ts'

export function useGuidelinesChange() {
  return useChange((change: GuidelinesUpdate, projectId) =>
    api.put(projectPath(projectId, 'guidelines'), change),
  )
}
