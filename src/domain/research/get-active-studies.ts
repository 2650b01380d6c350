// The active studies for a user, and why a study asks one or not, by the same rules.
import type { ActiveStudies, StudyEntry } from '../../contract/research/research.ts'
import { spokenStudy } from '../../contract/research/spoken-study.ts'
import type { StudyExplanation, StudyPreview } from '../../contract/research/study-insight.ts'
import { selectGuideline } from '../../db/guidelines/guidelines.ts'
import { selectRestDays } from '../../db/projects/projects.ts'
import type { StudyRow } from '../../db/research/studies.ts'
import { saveStudyList } from '../../db/research/study-lists.ts'
import type { StudiesAsked } from '../../db/research/study-showings.ts'
import type { AgentDeps, Deps } from '../deps.ts'
import { DEFAULT_RESEARCH } from '../guidelines/default-guidelines.ts'
import { standingOf } from './look-up-users.ts'
import { requireStudy } from './manage-studies.ts'
import { asksUser, isLiveFor, rulesFor } from './study-rules.ts'

export async function getActiveStudies(
  deps: AgentDeps,
  projectId: string,
  userId: string,
): Promise<ActiveStudies> {
  const now = deps.now()
  const { project, activeStudies } = await deps.cache.settings(projectId)
  const live = activeStudies.filter((study) => isLiveFor(study, userId, now))
  if (live.length === 0) return { user_id: userId, studies: [] }
  const days = project?.rest_days ?? null
  const [standing, answeredAt] = await Promise.all([
    deps.users.standing({ projectId, userId, studyIds: idsOf(live) }),
    days === null ? null : deps.users.lastAnswered({ projectId, userId }),
  ])
  const user = { id: userId, answered: false, rest: days === null ? null : { days, answeredAt } }
  // Answered studies stay in the list, so that agents can read the answer.
  const answered = ({ id }: StudyRow) => (standing.get(id) ?? null) !== null
  const given = live.filter((study) => answered(study) || asksUser(study, user, now))
  const first = given.filter(({ id }) => standing.get(id) === null)
  if (first.length > 0) await noteShown(deps, { projectId, userId, studyIds: idsOf(first) })
  return { user_id: userId, studies: given.map((study) => toEntry(study, standing.get(study.id) ?? null)) }
}

const idsOf = (studies: StudyRow[]): string[] => studies.map(({ id }) => id)

/** If it cannot be written, the count misses it, and the list is served anyway. */
const noteShown = ({ users }: AgentDeps, shown: StudiesAsked): Promise<void> =>
  users.noteShown(shown).catch(() => {})

/** A study exactly as an agent gets it. */
const toEntry = ({ id, question, eligibility_criteria }: StudyRow, answer: string | null): StudyEntry => ({
  id,
  question,
  eligibility_criteria,
  answer,
})

/** The same, remembered: callers that answer by index must get the study they saw, whatever changes in between. */
export async function getActiveStudiesByIndex(
  deps: AgentDeps,
  projectId: string,
  userId: string,
): Promise<ActiveStudies> {
  const list = await getActiveStudies(deps, projectId, userId)
  const ids = list.studies.map((study) => study.id)
  await saveStudyList(deps.db, projectId, userId, ids, deps.now())
  return list
}

/** A study as agents see it, and why one user is or is not asked, by the same rules that serve agents. */
export async function previewStudy({ db }: Deps, projectId: string, id: string): Promise<StudyPreview> {
  const study = await requireStudy(db, projectId, id)
  const guidelines = (await selectGuideline(db, projectId))?.research ?? DEFAULT_RESEARCH
  return { entry: toEntry(study, null), spoken: spokenStudy(study.question), guidelines }
}

export async function explainStudy(
  { db, now }: Deps,
  projectId: string,
  id: string,
  userId: string,
): Promise<StudyExplanation> {
  const study = await requireStudy(db, projectId, id)
  const restDays = await selectRestDays(db, projectId)
  const user = await standingOf(db, projectId, { studyId: study.id, userId, restDays })
  const rules = rulesFor(study, user, now())
  const decisive = rules.find(({ passes }) => !passes)
  return {
    asked: decisive === undefined,
    decides: decisive?.rule ?? null,
    rules: rules.map(({ rule, passes, detail }) => ({ rule, passes, detail })),
  }
}
