// The studies that are live for a user.
import type { ActiveStudies } from '../contract/research.ts'
import { selectLiveStudies } from '../db/studies.ts'
import { saveStudyList } from '../db/study-lists.ts'
import type { Deps } from './deps.ts'
import { isSampledIn } from './sampling.ts'

export async function listActiveStudies(
  deps: Deps,
  projectId: string,
  userId: string,
): Promise<ActiveStudies> {
  const live = await selectLiveStudies(deps.db, projectId, deps.now(), userId)
  const studies = live
    .filter((study) => isSampledIn(study.sampling_rate, study.id, userId))
    .map(({ id, question, eligibility_criteria, answer }) => ({ id, question, eligibility_criteria, answer }))
  return { user_id: userId, studies }
}

/** The same, remembered: callers that answer by index must get the study they saw, whatever happens in between. */
export async function listActiveStudiesByIndex(
  deps: Deps,
  projectId: string,
  userId: string,
): Promise<ActiveStudies> {
  const list = await listActiveStudies(deps, projectId, userId)
  const ids = list.studies.map((study) => study.id)
  await saveStudyList(deps.db, projectId, userId, ids, deps.now())
  return list
}
