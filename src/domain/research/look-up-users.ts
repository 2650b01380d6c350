// What is asked of the database about one user, by one statement for all who ask at the same time.
import type { Tx } from '../../db/pool.ts'
import { selectLastAnswers } from '../../db/research/answers.ts'
import {
  insertShowings,
  type ShownBefore,
  type StudiesAsked,
  selectShownBefore,
} from '../../db/research/study-showings.ts'
import { gather } from '../gather.ts'

export type UserLookups = {
  /** Which of the studies were shown to the user before, with the answers. */
  shownBefore(asked: StudiesAsked): Promise<ShownBefore>
  noteShown(shown: StudiesAsked): Promise<void>
  /** When the user last answered any study; null: never. */
  lastAnswered(asked: { projectId: string; userId: string }): Promise<Date | null>
}

export const lookUpUsers = (tx: Tx, now: () => Date): UserLookups => ({
  shownBefore: gather((asked) => selectShownBefore(tx, asked)),
  noteShown: gather(async (shown) => {
    await insertShowings(tx, shown, now())
    return []
  }),
  lastAnswered: gather((asked) => selectLastAnswers(tx, asked)),
})
