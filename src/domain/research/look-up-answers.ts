// What users answered, asked for by one statement for all who ask at the same time.
import type { Tx } from '../../db/pool.ts'
import { type AnswersAsked, selectAnswersTo } from '../../db/research/answers.ts'
import { gather } from '../gather.ts'

/** By study. */
export type AnswersOf = (asked: AnswersAsked) => Promise<Map<string, string>>

export const lookUpAnswers = (tx: Tx): AnswersOf => gather((asked) => selectAnswersTo(tx, asked))
