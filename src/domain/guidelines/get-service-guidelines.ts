// What agents are told about posting: the project's own text, or the default.
import type { Guidelines } from '../../contract/guidelines/guidelines.ts'
import { type GuidelineRow, selectGuideline } from '../../db/guidelines/guidelines.ts'
import { selectActiveStudies } from '../../db/research/studies.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../projects/authenticate-key.ts'
import type { KeyUses } from '../projects/key-uses.ts'
import { takesAnswers } from '../research/study-rules.ts'
import { DEFAULT_GUIDELINES } from './default-guidelines.ts'

export async function getServiceGuidelines(
  deps: Deps,
  uses: Pick<KeyUses, 'noteGuidelines'>,
  { projectId, keyId }: Caller,
): Promise<Guidelines> {
  const now = deps.now()
  const [own, active] = await Promise.all([
    selectGuideline(deps.db, projectId),
    selectActiveStudies(deps.db, projectId),
  ])
  uses.noteGuidelines({ projectId, keyId, version: own?.version ?? 0, at: now })
  const { observations, research } = inForce(own)
  return active.some((study) => takesAnswers(study, now)) ? { observations, research } : { observations }
}

/** Where the project has no text of its own, the default is in force. */
export const inForce = (own: GuidelineRow | undefined): Required<Guidelines> => ({
  observations: own?.observations ?? DEFAULT_GUIDELINES.observations,
  research: own?.research ?? DEFAULT_GUIDELINES.research,
})
