// The active studies for a user.
import type { ActiveStudies, StudyEntry } from '../../contract/research/research.ts'
import type { StudyRow } from '../../db/research/studies.ts'
import { saveStudyList } from '../../db/research/study-lists.ts'
import type { StudiesAsked } from '../../db/research/study-showings.ts'
import type { AgentDeps } from '../deps.ts'
import { asksUser, isLiveFor } from './study-rules.ts'

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
export const toEntry = (
  { id, question, eligibility_criteria }: StudyRow,
  answer: string | null,
): StudyEntry => ({ id, question, eligibility_criteria, answer })

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
