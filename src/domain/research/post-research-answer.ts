// Stores a user's answer to a study: one per user, never beyond the cap or the daily limit, not while the user rests,
// and only while the study is active.
import type { Source } from '../../contract/labels.ts'
import { conflict, invalid, notFound, Refusal } from '../../contract/refusal.ts'
import type { ResearchAnswerCreate, ResearchAnswerCreated } from '../../contract/research/research.ts'
import { isUuid } from '../../contract/validate.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { selectRestDays } from '../../db/projects/projects.ts'
import { insertAnswer, lockAnswersOf } from '../../db/research/answers.ts'
import { lockStudy, type StudyRow, selectStudy } from '../../db/research/studies.ts'
import { selectStudyLists } from '../../db/research/study-lists.ts'
import type { AgentDeps, Deps } from '../deps.ts'
import { emit } from '../integrations/emit.ts'
import { type Outcome, once } from '../once.ts'
import { noteRedactions, redactAnswer } from '../privacy/redact-incoming.ts'
import { finishStudy } from './finish-studies.ts'
import { standingOf } from './look-up-users.ts'
import { ALREADY_ANSWERED, brokenRules } from './study-rules.ts'

export type PostResearchAnswer = {
  projectId: string
  source: Source
  /** By id, or by position in the lists that this user was given; by both only if they agree. */
  study: { id: string; index?: number | undefined } | { index: number }
  answer: ResearchAnswerCreate
  idempotencyKey: string | undefined
}

export async function postResearchAnswer(
  deps: AgentDeps,
  input: PostResearchAnswer,
): Promise<Outcome<ResearchAnswerCreated>> {
  const { projectId, study, answer, idempotencyKey } = input
  const kept = await redactAnswer(deps, projectId, answer)
  const store = (tx: Tx) => storeAnswer(tx, deps, { ...input, answer: kept.value })
  const named = 'id' in study ? { id: study.id } : study
  const request = ['post_answer', named, answer.user_id, answer.interaction_id, answer.answer]
  const outcome =
    idempotencyKey === undefined
      ? { response: await inTransaction(deps.db, store), replayed: false }
      : await once(deps, projectId, { key: idempotencyKey, userId: answer.user_id }, request, store).catch(
          (error) => missingBefore(error, deps, input),
        )
  if (!outcome.replayed) {
    deps.meter.answerStored(input.source)
    deps.cache.invalidate(projectId) // it may have been the study's last answer
    await noteRedactions(deps, projectId, kept.redactions)
  }
  return outcome
}

/** A missing study is reported before a reused idempotency key. */
async function missingBefore(
  error: unknown,
  { db }: Deps,
  { projectId, study }: PostResearchAnswer,
): Promise<never> {
  const isConflict = error instanceof Refusal && error.kind === 'conflict'
  if (isConflict && 'id' in study && !(isUuid(study.id) && (await selectStudy(db, projectId, study.id))))
    throw notFound('study')
  throw error
}

async function storeAnswer(tx: Tx, deps: Deps, input: PostResearchAnswer): Promise<ResearchAnswerCreated> {
  const { projectId, source, answer } = input
  const studyId = await namedStudy(tx, input, deps.now())
  const study = isUuid(studyId) ? await lockStudy(tx, projectId, studyId) : undefined
  if (!study || study.state === 'draft') throw notFound('study')

  const now = deps.now()
  const refusal = await whyNot(tx, projectId, study, answer.user_id, now)
  if (refusal) throw conflict(refusal)

  const id = deps.newId()
  const row = { id, study_id: study.id, source, posted_at: now, ...pick(answer) }
  if (!(await insertAnswer(tx, projectId, row))) throw conflict(ALREADY_ANSWERED)
  await emit(tx, deps, projectId, { type: 'answer.posted', studyId: study.id, facts: { answer_id: id } })
  if (study.max_answers !== null && study.answer_count + 1 >= study.max_answers)
    await finishStudy(tx, deps, projectId, study.id, 'full')
  return { id, posted_at: now.toISOString() }
}

const pick = ({ user_id, interaction_id, answer }: ResearchAnswerCreate) => ({
  user_id,
  interaction_id,
  answer,
})

async function namedStudy(tx: Tx, input: PostResearchAnswer, now: Date): Promise<string> {
  const { study } = input
  if (!('id' in study)) return listedStudy(tx, input, study.index, now)
  if (study.index !== undefined) await refuseContradiction(tx, input, study.id, study.index, now)
  return study.id
}

/** An index outside of all lists of this user contradicts nothing: agents fill in optional arguments. */
async function refuseContradiction(
  tx: Tx,
  { projectId, answer }: PostResearchAnswer,
  id: string,
  index: number,
  now: Date,
): Promise<void> {
  const lists = await selectStudyLists(tx, projectId, answer.user_id, now)
  const there = lists.flatMap((ids) => ids[index] ?? [])
  if (there.length > 0 && !there.includes(id))
    throw refusedIndex(
      `the study at index ${index} in the list last given for this user is not the one that study_id names; send study_id alone`,
    )
}

/**
 * The study at this position of the list that the user was last given. Conversations of one user may have different
 * lists: if recent ones differ at this position, it is unknown which one the caller saw.
 */
async function listedStudy(
  tx: Tx,
  { projectId, answer }: PostResearchAnswer,
  index: number,
  now: Date,
): Promise<string> {
  const [last = [], ...earlier] = await selectStudyLists(tx, projectId, answer.user_id, now)
  const id = last[index]
  if (id === undefined)
    throw refusedIndex(
      `no study at index ${index} in the list last given for this user; call get_active_studies again and use an index of that list`,
    )
  if (earlier.some((ids) => (ids[index] ?? id) !== id))
    throw refusedIndex(
      `the lists given for this user in the last day have different studies at index ${index}; call get_active_studies again and send the study's id as study_id`,
    )
  return id
}

const refusedIndex = (msg: string) => invalid([{ loc: ['body', 'study_index'], msg, type: 'study_index' }])

/**
 * The rule that keeps this user from answering, in words; null if none does. An earlier answer is reported before all
 * else.
 */
async function whyNot(
  tx: Tx,
  projectId: string,
  study: StudyRow,
  userId: string,
  now: Date,
): Promise<string | null> {
  const restDays = await selectRestDays(tx, projectId)
  if (restDays !== null) await lockAnswersOf(tx, projectId, userId)
  const user = await standingOf(tx, projectId, { studyId: study.id, userId, restDays })
  const broken = brokenRules(study, user, now)
  const decisive = broken.find(({ rule }) => rule === 'answered') ?? broken[0]
  return decisive?.refusal ?? null
}
