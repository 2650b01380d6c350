// The studies that are live for a user.
import type { ActiveStudies, StudyEntry } from '../../contract/research/research.ts'
import { type AskedStudy, selectActiveFor } from '../../db/research/studies.ts'
import { saveStudyList } from '../../db/research/study-lists.ts'
import type { Deps } from '../deps.ts'
import { isLiveFor } from './study-rules.ts'

export async function getActiveStudies(
  deps: Deps,
  projectId: string,
  userId: string,
): Promise<ActiveStudies> {
  const now = deps.now()
  const active = await selectActiveFor(deps.db, projectId, userId)
  return { user_id: userId, studies: active.filter((study) => isLiveFor(study, userId, now)).map(toEntry) }
}

/** A study exactly as an agent gets it. */
export const toEntry = ({ id, question, eligibility_criteria, answer }: AskedStudy): StudyEntry => ({
  id,
  question,
  eligibility_criteria,
  answer,
})

/** The same, remembered: callers that answer by index must get the study they saw, whatever happens in between. */
export async function getActiveStudiesByIndex(
  deps: Deps,
  projectId: string,
  userId: string,
): Promise<ActiveStudies> {
  const list = await getActiveStudies(deps, projectId, userId)
  const ids = list.studies.map((study) => study.id)
  await saveStudyList(deps.db, projectId, userId, ids, deps.now())
  return list
}
