// Studies, as administrators handle them: drafts, the allowed changes of state, and the answers.
import type { PageQuery, Study, StudyAnswer, StudyCreate, StudyUpdate } from '../contract/admin.ts'
import { parseDateTime } from '../contract/date-time.ts'
import { STUDY_TRANSITIONS, type StudyState } from '../contract/labels.ts'
import { conflict, invalid, notFound } from '../contract/refusal.ts'
import { isUuid } from '../contract/validate.ts'
import { type AnswerRow, selectAnswers } from '../db/answers.ts'
import { inTransaction } from '../db/pool.ts'
import {
  insertStudy,
  lockStudy,
  type StudyRow,
  selectStudies,
  selectStudy,
  updateStudy,
} from '../db/studies.ts'
import type { Deps } from './deps.ts'
import { type Paged, page } from './pages.ts'

const show = (row: StudyRow): Study => ({
  id: row.id,
  question: row.question,
  eligibility_criteria: row.eligibility_criteria,
  sampling_rate: row.sampling_rate,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  max_answers: row.max_answers,
  state: row.state,
  answer_count: row.answer_count,
  activated_at: row.activated_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export async function createStudy(deps: Deps, projectId: string, wanted: StudyCreate): Promise<Study> {
  const now = deps.now()
  const blank: StudyRow = {
    id: deps.newId(),
    question: wanted.question,
    eligibility_criteria: '',
    sampling_rate: 1,
    starts_at: null,
    ends_at: null,
    max_answers: null,
    state: 'draft',
    activated_at: null,
    answer_count: 0,
    created_at: now,
    updated_at: now,
  }
  const row = changed(blank, wanted, now)
  await insertStudy(deps.db, projectId, row)
  return show(row)
}

export async function findStudy(deps: Deps, projectId: string, id: string): Promise<Study> {
  const row = isUuid(id) ? await selectStudy(deps.db, projectId, id) : undefined
  if (!row) throw notFound('study')
  return show(row)
}

export function listStudies(deps: Deps, projectId: string, query: PageQuery): Promise<Paged<Study>> {
  return page(
    query,
    (at) => selectStudies(deps.db, projectId, at),
    (row) => row.id,
    show,
  )
}

export async function changeStudy(
  deps: Deps,
  projectId: string,
  id: string,
  change: StudyUpdate,
): Promise<Study> {
  if (!isUuid(id)) throw notFound('study')
  return inTransaction(deps.db, async (tx) => {
    const current = await lockStudy(tx, projectId, id)
    if (!current) throw notFound('study')
    const row = changed(current, change, deps.now())
    await updateStudy(tx, projectId, row)
    return show(row)
  })
}

function changed(current: StudyRow, change: StudyUpdate, now: Date): StudyRow {
  const { state, starts_at, ends_at, ...plain } = change
  if (current.state === 'ended') throw conflict('this study has ended; ended studies cannot be changed')
  const next: StudyRow = {
    ...current,
    ...known(plain),
    starts_at: starts_at === undefined ? current.starts_at : toDate(starts_at),
    ends_at: ends_at === undefined ? current.ends_at : toDate(ends_at),
    state: state ?? current.state,
    updated_at: now,
  }
  requireTransition(current.state, next.state)
  requireOrder(next)
  return { ...next, activated_at: next.activated_at ?? (next.state === 'active' ? now : null) }
}

/** Unknown properties of a body are ignored; only these may overwrite a row. */
function known({ question, eligibility_criteria, sampling_rate, max_answers }: StudyUpdate) {
  const fields = { question, eligibility_criteria, sampling_rate, max_answers }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const toDate = (text: string | null): Date | null => (text === null ? null : parseDateTime(text))

function requireTransition(from: StudyState, to: StudyState): void {
  if (from === to || STUDY_TRANSITIONS[from].includes(to)) return
  const allowed = STUDY_TRANSITIONS[from].join(' or ')
  throw conflict(`a study that is ${from} cannot become ${to}, only ${allowed}`)
}

function requireOrder({ starts_at, ends_at }: StudyRow): void {
  if (!starts_at || !ends_at || starts_at < ends_at) return
  throw invalid([{ loc: ['body', 'ends_at'], msg: 'must be after starts_at', type: 'order' }])
}

const showAnswer = ({ id, user_id, interaction_id, source, answer, posted_at }: AnswerRow): StudyAnswer => ({
  id,
  user_id,
  interaction_id,
  source,
  answer,
  posted_at: posted_at.toISOString(),
})

export async function listAnswers(
  deps: Deps,
  projectId: string,
  studyId: string,
  query: PageQuery,
): Promise<Paged<StudyAnswer>> {
  await findStudy(deps, projectId, studyId)
  return page(
    query,
    (at) => selectAnswers(deps.db, projectId, studyId, at),
    (row) => row.id,
    showAnswer,
  )
}
