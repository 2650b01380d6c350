// What agents are told about posting: the project's own text, or the default, what the team asks for in particular, the
// issues that it shares, and what is redacted.
import type { Guidelines } from '../../contract/guidelines/guidelines.ts'
import { notFound } from '../../contract/refusal.ts'
import type { GuidelineRow } from '../../db/guidelines/guidelines.ts'
import type { ProjectRow } from '../../db/projects/projects.ts'
import type { AgentDeps } from '../deps.ts'
import type { Caller } from '../projects/authenticate-key.ts'
import type { KeyUses } from '../projects/key-uses.ts'
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
  const [project, privacy, notes, own, active] = await Promise.all([
    deps.kept.project(projectId),
    deps.kept.privacy(projectId),
    deps.kept.noteSettings(projectId),
    deps.kept.guideline(projectId),
    deps.kept.activeStudies(projectId),
  ])
  if (!project) throw notFound('project') // deleted since its key was checked
  const known = await sharedIssues(deps, project)
  const knownIssues = known?.version ?? null
  uses.noteGuidelines({ projectId, callerId, version: own?.version ?? 0, knownIssues, at: now })
  const texts = inForce(own, project)
  const asked = active.some((study) => takesAnswers(study, now)) ? texts.withResearch : texts.without
  const sections = [noteSection(notes), known?.text, privacyText(privacy)]
  const added = sections.filter((text) => text !== undefined && text !== null)
  if (added.length === 0) return asked
  const observations = [asked.observations, ...added].reduce((text, more) => `${text.trimEnd()}\n\n${more}`)
  return { ...asked, observations }
}

async function sharedIssues(deps: AgentDeps, project: ProjectRow): Promise<KnownIssues | null> {
  return project.share_known_issues ? readKnownIssues(deps.ingest, project.id, deps.now()) : null
}

type InForce = { own: GuidelineRow | undefined; withResearch: Guidelines; without: Guidelines }

/** Worded once for as long as the project is kept in memory; the same objects, so that their JSON is made once as well. */
const WORDED = new WeakMap<ProjectRow, InForce>()

/** Where the project has no text of its own, the default is in force. */
function inForce(own: GuidelineRow | undefined, project: ProjectRow): InForce {
  const worded = WORDED.get(project)
  if (worded && worded.own === own) return worded
  const defaults = defaultGuidelines(project)
  const observations = own?.observations ?? defaults.observations
  const research = own?.research ?? defaults.research
  const made = { own, withResearch: { observations, research }, without: { observations } }
  WORDED.set(project, made)
  return made
}
