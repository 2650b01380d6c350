// Studies, as administrators manage them: drafts and the allowed transitions.

import { parseDateTime } from '../../contract/date-time.ts'
import { STUDY_TRANSITIONS, type StudyState } from '../../contract/labels.ts'
import { conflict, invalid, notFound } from '../../contract/refusal.ts'
import type { StudiesQuery, Study, StudyCreate, StudyUpdate } from '../../contract/research/studies.ts'
import { isUuid } from '../../contract/validate.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import {
  deleteStudyRow,
  insertStudy,
  lockStudy,
  type StudyRow,
  selectStudies,
  selectStudy,
  updateStudyRow,
} from '../../db/research/studies.ts'
import { markStudyUnfinished } from '../../db/research/study-ends.ts'
import { requireAsRead } from '../as-read.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page } from '../pages.ts'
import { finishStudy } from './finish-studies.ts'
import { isUnfinished } from './study-rules.ts'

const show = (row: StudyRow): Study => ({
  id: row.id,
  question: row.question,
  eligibility_criteria: row.eligibility_criteria,
  sampling_rate: row.sampling_rate,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  max_answers: row.max_answers,
  max_answers_per_day: row.max_answers_per_day,
  state: row.state,
  answer_count: row.answer_count,
  shown_count: row.shown_count,
  activated_at: row.activated_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export async function createStudy(
  deps: Deps,
  actor: Actor,
  projectId: string,
  wanted: StudyCreate,
): Promise<Study> {
  const now = deps.now()
  const blank: StudyRow = {
    id: deps.newId(),
    question: wanted.question,
    eligibility_criteria: '',
    sampling_rate: 1,
    starts_at: null,
    ends_at: null,
    max_answers: null,
    max_answers_per_day: null,
    state: 'draft',
    activated_at: null,
    answer_count: 0,
    answers_on: null,
    answers_today: 0,
    shown_count: 0,
    created_at: now,
    updated_at: now,
  }
  const row = changed(blank, wanted, now)
  await inTransaction(deps.db, async (tx) => {
    await insertStudy(tx, projectId, row)
    const facts = { question: row.question, state: row.state }
    await audit(tx, deps, projectId, { actor, action: 'study.created', subjectId: row.id, facts })
  })
  return show(row)
}

export async function requireStudy(tx: Tx, projectId: string, id: string): Promise<StudyRow> {
  const row = isUuid(id) ? await selectStudy(tx, projectId, id) : undefined
  if (!row) throw notFound('study')
  return row
}

export async function getStudy(deps: Deps, projectId: string, id: string): Promise<Study> {
  return show(await requireStudy(deps.db, projectId, id))
}

export function listStudies(deps: Deps, projectId: string, query: StudiesQuery): Promise<Paged<Study>> {
  return page(
    query,
    (at) => selectStudies(deps.db, projectId, query.state ?? null, at),
    (row) => row.id,
    show,
  )
}

export async function updateStudy(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  { expected_question, ...change }: StudyUpdate,
): Promise<Study> {
  return inTransaction(deps.db, async (tx) => {
    const current = await requireLocked(tx, projectId, id)
    requireAsRead(expected_question, current.question, 'the question was changed')
    const row = changed(current, change, deps.now())
    await updateStudyRow(tx, projectId, row)
    for (const { action, facts } of auditEntries(current, row))
      await audit(tx, deps, projectId, { actor, action, subjectId: row.id, facts })
    if (row.state === 'ended') await finishStudy(tx, deps, projectId, row.id, 'ended')
    else if (isUnfinished(row, deps.now())) await markStudyUnfinished(tx, projectId, row.id)
    return show(row)
  })
}

/** Only a draft: once a study was asked, its question stays with its answers. */
export async function deleteStudy(deps: Deps, actor: Actor, projectId: string, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { id: known, state, question } = await requireLocked(tx, projectId, id)
    if (state !== 'draft')
      throw conflict(`only a draft can be deleted, and this study is ${state}; end it to stop asking`)
    await deleteStudyRow(tx, projectId, known)
    const facts = { question }
    await audit(tx, deps, projectId, { actor, action: 'study.deleted', subjectId: known, facts })
  })
}

async function requireLocked(tx: Tx, projectId: string, id: string): Promise<StudyRow> {
  const row = isUuid(id) ? await lockStudy(tx, projectId, id) : undefined
  if (!row) throw notFound('study')
  return row
}

const EDITABLE = [
  'question',
  'eligibility_criteria',
  'sampling_rate',
  'starts_at',
  'ends_at',
  'max_answers',
  'max_answers_per_day',
] as const

/** The audit log's name for a change: an edit, a transition, both, or none. */
function auditEntries(was: StudyRow, is: StudyRow): { action: string; facts: Record<string, unknown> }[] {
  const before = show(was)
  const after = show(is)
  const edited = EDITABLE.filter((field) => before[field] !== after[field])
  const pick = (of: Study) => Object.fromEntries(edited.map((field) => [field, of[field]]))
  const edit = { action: 'study.changed', facts: { ...pick(after), was: pick(before) } }
  const move = { action: 'study.state_changed', facts: { from: was.state, to: is.state } }
  return [...(edited.length > 0 ? [edit] : []), ...(was.state === is.state ? [] : [move])]
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

/** Unknown properties of a body are ignored; only these may change a row. */
function known(change: StudyUpdate) {
  const { question, eligibility_criteria, sampling_rate, max_answers, max_answers_per_day } = change
  const fields = { question, eligibility_criteria, sampling_rate, max_answers, max_answers_per_day }
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
