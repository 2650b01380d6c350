// The facts about a user that the rules of a study need, from the database.
import type { Tx } from '../../db/pool.ts'
import { hasAnswered, selectLastAnswered } from '../../db/research/answers.ts'
import type { Asked } from './study-rules.ts'

type Standing = { studyId: string; userId: string; restDays: number | null }

export async function standingOf(
  tx: Tx,
  projectId: string,
  { studyId, userId, restDays }: Standing,
): Promise<Asked> {
  const answered = await hasAnswered(tx, projectId, studyId, userId)
  if (restDays === null) return { id: userId, answered, rest: null }
  const answeredAt = await selectLastAnswered(tx, projectId, studyId, userId)
  return { id: userId, answered, rest: { days: restDays, answeredAt } }
}
