// What agents are told about posting: the project's own text, or the default, and the issues that the team shares.
import type { Guidelines } from '../../contract/guidelines/guidelines.ts'
import { notFound } from '../../contract/refusal.ts'
import { type GuidelineRow, selectGuideline } from '../../db/guidelines/guidelines.ts'
import { selectPrivacy } from '../../db/privacy/privacy.ts'
import { type ProjectRow, selectProject } from '../../db/projects/projects.ts'
import { selectActiveStudies } from '../../db/research/studies.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../projects/authenticate-key.ts'
import type { KeyUses } from '../projects/key-uses.ts'
import { takesAnswers } from '../research/study-rules.ts'
import { defaultGuidelines } from './default-guidelines.ts'
import { type KnownIssues, readKnownIssues } from './known-issues.ts'
import { privacyText } from './privacy-text.ts'
import type { Product } from './product.ts'

export async function getServiceGuidelines(
  deps: Deps,
  uses: Pick<KeyUses, 'noteGuidelines'>,
  { projectId, keyId }: Caller,
): Promise<Guidelines> {
  const now = deps.now()
  const [project, privacy, own, active] = await Promise.all([
    selectProject(deps.db, projectId),
    selectPrivacy(deps.db, projectId),
    selectGuideline(deps.db, projectId),
    selectActiveStudies(deps.db, projectId),
  ])
  if (!project) throw notFound('project') // deleted since its key was checked
  const known = await sharedIssues(deps, project)
  const knownIssues = known?.version ?? null
  // How often guidelines are fetched is counted by key: connected applications have none.
  if (keyId) uses.noteGuidelines({ projectId, keyId, version: own?.version ?? 0, knownIssues, at: now })
  const { research, ...texts } = inForce(own, project)
  const added = [known?.text, privacyText(privacy)].filter((text) => text !== undefined && text !== null)
  const observations = [texts.observations, ...added].reduce((text, more) => `${text.trimEnd()}\n\n${more}`)
  return active.some((study) => takesAnswers(study, now)) ? { observations, research } : { observations }
}

async function sharedIssues(deps: Deps, project: ProjectRow): Promise<KnownIssues | null> {
  return project.share_known_issues ? readKnownIssues(deps.db, project.id, deps.now()) : null
}

/** Where the project has no text of its own, the default is in force. */
function inForce(own: GuidelineRow | undefined, project: Product): Required<Guidelines> {
  const defaults = defaultGuidelines(project)
  return {
    observations: own?.observations ?? defaults.observations,
    research: own?.research ?? defaults.research,
  }
}
