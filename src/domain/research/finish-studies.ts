// A study that takes no more answers is finished: ended by a person, full, or past its end date. Announced once.
import type { StudyEnd } from '../../contract/labels.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { markStudyFinished, selectOverdueStudies } from '../../db/research/study-ends.ts'
import type { Deps } from '../deps.ts'
import { emit } from '../integrations/emit.ts'

export async function finishStudy(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'newId'>,
  projectId: string,
  studyId: string,
  reason: StudyEnd,
): Promise<void> {
  if (!(await markStudyFinished(tx, projectId, studyId, deps.now()))) return
  await emit(tx, deps, projectId, { type: 'study.finished', studyId, facts: { reason } })
}

const AT_ONCE = 20

/** Studies whose last day has passed. */
export async function finishOverdueStudies(deps: Deps): Promise<void> {
  for (const { project_id, id } of await selectOverdueStudies(deps.db, deps.now(), AT_ONCE))
    await inTransaction(deps.db, (tx) => finishStudy(tx, deps, project_id, id, 'over'))
}
