// The guidelines for agents: the project's own text or the default, what the team asks for, the issues it shares, and
// what is redacted.
import type { Guidelines } from '../../contract/guidelines/guidelines.ts'
import { notFound } from '../../contract/refusal.ts'
import type { ProjectRow } from '../../db/projects/projects.ts'
import type { ProjectSettings } from '../agent-cache.ts'
import type { AgentDeps } from '../deps.ts'
import type { Caller, KeyUses } from '../projects/authenticate-key.ts'
import { takesAnswers } from '../research/study-rules.ts'
import { defaultGuidelines } from './default-guidelines.ts'
import { type KnownIssues, readKnownIssues } from './known-issues.ts'
import { noteSection } from './note-texts.ts'
import { privacyText } from './privacy-text.ts'

export async function getServiceGuidelines(
  deps: AgentDeps,
  uses: Pick<KeyUses, 'noteGuidelines'>,
  { projectId, callerId }: Caller,
): Promise<Guidelines> {
  const now = deps.now()
  const settings = await deps.cache.settings(projectId)
  const { project, guideline, activeStudies } = settings
  if (!project) throw notFound('project') // deleted since its key was checked
  const known = project.share_known_issues ? await readKnownIssues(deps.ingest, projectId, now) : null
  const [version, knownIssues] = [guideline?.version ?? 0, known?.version ?? null]
  uses.noteGuidelines({ projectId, callerId, version, knownIssues, at: now })
  const texts = known ? inForce(settings, project, known) : keptTexts(settings, project)
  return activeStudies.some((study) => takesAnswers(study, now)) ? texts.withResearch : texts.without
}

type InForce = { withResearch: Guidelines; without: Guidelines }

/** Made once for as long as the settings are cached, so that their JSON is made once, too. */
const WORDED = new WeakMap<ProjectSettings, InForce>()

function keptTexts(settings: ProjectSettings, project: ProjectRow): InForce {
  const known = WORDED.get(settings)
  if (known) return known
  const texts = inForce(settings, project, null)
  WORDED.set(settings, texts)
  return texts
}

/** The default applies unless the project has its own text. */
function inForce(
  { guideline, notes, privacy }: ProjectSettings,
  project: ProjectRow,
  known: KnownIssues | null,
): InForce {
  const defaults = defaultGuidelines(project)
  const sections = [noteSection(notes), known?.text, privacyText(privacy)]
  const added = sections.filter((text) => text !== undefined && text !== null)
  const observations = [guideline?.observations ?? defaults.observations, ...added].reduce(
    (text, more) => `${text.trimEnd()}\n\n${more}`,
  )
  const research = guideline?.research ?? defaults.research
  return { withResearch: { observations, research }, without: { observations } }
}
