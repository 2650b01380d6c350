// What agents are told about posting: the project's own text, or the default.
import type { Guidelines } from '../contract/guidelines.ts'
import { selectGuideline } from '../db/guidelines.ts'
import { hasLiveStudy } from '../db/studies.ts'
import { DEFAULT_GUIDELINES } from './default-guidelines.ts'
import type { Deps } from './deps.ts'

export async function getGuidelines(deps: Deps, projectId: string): Promise<Guidelines> {
  const [own, researching] = await Promise.all([
    selectGuideline(deps.db, projectId),
    hasLiveStudy(deps.db, projectId, deps.now()),
  ])
  const observations = own?.observations ?? DEFAULT_GUIDELINES.observations
  if (!researching) return { observations }
  return { observations, research: own?.research ?? DEFAULT_GUIDELINES.research }
}
