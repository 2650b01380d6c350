// The facts about users that the rules of studies need. Agents' calls at the same time share one statement.
import type { Tx } from '../../db/pool.ts'
import { hasAnswered, selectLastAnswered, selectLastAnswers } from '../../db/research/answers.ts'
import {
  insertShowings,
  type Standing,
  type StudiesAsked,
  selectStandings,
} from '../../db/research/study-showings.ts'
import { gather } from '../gather.ts'
import type { Asked } from './study-rules.ts'

export type UserLookups = {
  /** Which of the studies the user answered, and which were never shown to them. */
  standing(asked: StudiesAsked): Promise<Standing>
  noteShown(shown: StudiesAsked): Promise<void>
  /** When the user last answered any study; null if never. */
  lastAnswered(asked: { projectId: string; userId: string }): Promise<Date | null>
}

export const lookUpUsers = (tx: Tx, now: () => Date): UserLookups => ({
  standing: gather((asked) => selectStandings(tx, asked)),
  noteShown: gather(async (shown) => {
    await insertShowings(tx, shown, now())
    return []
  }),
  lastAnswered: gather((asked) => selectLastAnswers(tx, asked)),
})

type StandingAsked = { studyId: string; userId: string; restDays: number | null }

/** The facts about a user that the rules of a study need, from the database. */
export async function standingOf(
  tx: Tx,
  projectId: string,
  { studyId, userId, restDays }: StandingAsked,
): Promise<Asked> {
  const answered = await hasAnswered(tx, projectId, studyId, userId)
  if (restDays === null) return { id: userId, answered, rest: null }
  const answeredAt = await selectLastAnswered(tx, projectId, studyId, userId)
  return { id: userId, answered, rest: { days: restDays, answeredAt } }
}
