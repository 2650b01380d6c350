// Facts about users, looked up by one statement for all concurrent callers.
import type { Tx } from '../../db/pool.ts'
import { selectLastAnswers } from '../../db/research/answers.ts'
import {
  insertShowings,
  type Standing,
  type StudiesAsked,
  selectStandings,
} from '../../db/research/study-showings.ts'
import { gather } from '../gather.ts'

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
