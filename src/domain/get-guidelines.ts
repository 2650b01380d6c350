// What agents are told about posting: the project's own text, or the default.
import type { Guidelines } from '../contract/guidelines.ts'
import { type GuidelineRow, selectGuideline } from '../db/guidelines.ts'
import { selectActiveStudies } from '../db/studies.ts'
import type { Caller } from './authenticate-key.ts'
import { DEFAULT_GUIDELINES } from './default-guidelines.ts'
import type { Deps } from './deps.ts'
import type { KeyUses } from './key-uses.ts'
import { takesAnswers } from './study-rules.ts'

export async function getGuidelines(
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
