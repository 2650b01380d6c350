// The studies that are live for a user.
import type { ActiveStudies, StudyEntry } from '../../contract/research/research.ts'
import type { StudyRow } from '../../db/research/studies.ts'
import { saveStudyList } from '../../db/research/study-lists.ts'
import type { AgentDeps } from '../deps.ts'
import { isLiveFor } from './study-rules.ts'

export async function getActiveStudies(
  deps: AgentDeps,
  projectId: string,
  userId: string,
): Promise<ActiveStudies> {
  const now = deps.now()
  const active = await deps.kept.activeStudies(projectId)
  const live = active.filter((study) => isLiveFor(study, userId, now))
  if (live.length === 0) return { user_id: userId, studies: [] }
  const answers = await deps.answersOf({ projectId, userId, studyIds: live.map(({ id }) => id) })
  return { user_id: userId, studies: live.map((study) => toEntry(study, answers.get(study.id) ?? null)) }
}

/** A study exactly as an agent gets it. */
export const toEntry = (
  { id, question, eligibility_criteria }: StudyRow,
  answer: string | null,
): StudyEntry => ({ id, question, eligibility_criteria, answer })

/** The same, remembered: callers that answer by index must get the study they saw, whatever happens in between. */
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
