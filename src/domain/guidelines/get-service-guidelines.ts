// What agents are told about posting: the project's own text, or the default, and the issues that the team shares.
import type { Guidelines } from '../../contract/guidelines/guidelines.ts'
import { type GuidelineRow, selectGuideline } from '../../db/guidelines/guidelines.ts'
import { selectProject } from '../../db/projects/projects.ts'
import { selectActiveStudies } from '../../db/research/studies.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../projects/authenticate-key.ts'
import type { KeyUses } from '../projects/key-uses.ts'
import { takesAnswers } from '../research/study-rules.ts'
import { DEFAULT_GUIDELINES } from './default-guidelines.ts'
import { type KnownIssues, readKnownIssues } from './known-issues.ts'

export async function getServiceGuidelines(
  deps: Deps,
  uses: Pick<KeyUses, 'noteGuidelines'>,
  { projectId, keyId }: Caller,
): Promise<Guidelines> {
  const now = deps.now()
  const [own, active, known] = await Promise.all([
    selectGuideline(deps.db, projectId),
    selectActiveStudies(deps.db, projectId),
    sharedIssues(deps, projectId),
  ])
  const knownIssues = known?.version ?? null
  // How often guidelines are fetched is counted by key: connected applications have none.
  if (keyId) uses.noteGuidelines({ projectId, keyId, version: own?.version ?? 0, knownIssues, at: now })
  const { research, ...texts } = inForce(own)
  const observations = known ? `${texts.observations.trimEnd()}\n\n${known.text}` : texts.observations
  return active.some((study) => takesAnswers(study, now)) ? { observations, research } : { observations }
}

async function sharedIssues(deps: Deps, projectId: string): Promise<KnownIssues | null> {
  const project = await selectProject(deps.db, projectId)
  return project?.share_known_issues ? readKnownIssues(deps.db, projectId, deps.now()) : null
}

/** Where the project has no text of its own, the default is in force. */
export const inForce = (own: GuidelineRow | undefined): Required<Guidelines> => ({
  observations: own?.observations ?? DEFAULT_GUIDELINES.observations,
  research: own?.research ?? DEFAULT_GUIDELINES.research,
})
