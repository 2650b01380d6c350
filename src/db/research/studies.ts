// Statements on studies.
import type { StudyState } from '../../contract/labels.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type StudyRow = {
  id: string
  question: string
  eligibility_criteria: string
  sampling_rate: number
  starts_at: Date | null
  ends_at: Date | null
  max_answers: number | null
  /** In UTC. */
  max_answers_per_day: number | null
  state: StudyState
  activated_at: Date | null
  answer_count: number
  /** The last day with answers, such as 2026-03-14, and their number. */
  answers_on: string | null
  answers_today: number
  /** Users whose agents were given it. */
  shown_count: number
  created_at: Date
  updated_at: Date
}

/** A study as it is inserted, with all counts at zero. */
export type NewStudy = Omit<StudyRow, 'answer_count' | 'answers_on' | 'answers_today' | 'shown_count'>

const SHOWN_COUNT = `coalesce((SELECT shown_count FROM study_reach
  WHERE study_reach.project_id = study.project_id AND study_reach.study_id = study.id), 0)`

const COLUMNS = `id, question, eligibility_criteria, sampling_rate, starts_at, ends_at, max_answers, max_answers_per_day,
  state, activated_at, answer_count, answers_on::text, answers_today, ${SHOWN_COUNT} AS shown_count, created_at, updated_at`

/** The values $1 to $11 of both statements that write a study. */
const editable = (projectId: string, study: NewStudy): unknown[] => [
  projectId,
  study.id,
  study.question,
  study.eligibility_criteria,
  study.sampling_rate,
  study.starts_at,
  study.ends_at,
  study.max_answers,
  study.state,
  study.activated_at,
  study.max_answers_per_day,
]

export async function insertStudy(tx: Tx, projectId: string, study: NewStudy): Promise<void> {
  await tx.query(
    `INSERT INTO study (project_id, id, question, eligibility_criteria, sampling_rate, starts_at, ends_at,
       max_answers, state, activated_at, max_answers_per_day, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [...editable(projectId, study), study.created_at],
  )
}

export async function selectStudy(tx: Tx, projectId: string, id: string): Promise<StudyRow | undefined> {
  const { rows } = await tx.query<StudyRow>(
    `SELECT ${COLUMNS} FROM study WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  )
  return rows[0]
}

/** Answers to one study queue behind this lock, which makes its cap and its daily limit exact. */
export async function lockStudy(tx: Tx, projectId: string, id: string): Promise<StudyRow | undefined> {
  const { rows } = await tx.query<StudyRow>({
    name: 'lock-study',
    text: `SELECT ${COLUMNS} FROM study WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE OF study`,
    values: [projectId, id],
  })
  return rows[0]
}

/** Of one state, or of all. */
export async function selectStudies(
  tx: Tx,
  projectId: string,
  state: StudyState | null,
  page: Page,
): Promise<StudyRow[]> {
  const { rows } = await tx.query<StudyRow>(
    `SELECT ${COLUMNS} FROM study WHERE project_id = $1 AND ${pageOf('id', 2)} AND ($4::text IS NULL OR state = $4)
     ORDER BY id DESC LIMIT $3`,
    [projectId, page.before, page.limit, state],
  )
  return rows
}

/** Writes every editable column of a study that the caller has locked. */
export async function updateStudyRow(tx: Tx, projectId: string, study: StudyRow): Promise<void> {
  await tx.query(
    `UPDATE study SET question = $3, eligibility_criteria = $4, sampling_rate = $5, starts_at = $6, ends_at = $7,
       max_answers = $8, state = $9, activated_at = $10, max_answers_per_day = $11, updated_at = $12
     WHERE project_id = $1 AND id = $2`,
    [...editable(projectId, study), study.updated_at],
  )
}

/** In the order of activation; all of them without a limit. */
export async function selectActiveStudies(
  tx: Tx,
  projectId: string,
  limit: number | null = null,
): Promise<StudyRow[]> {
  const { rows } = await tx.query<StudyRow>({
    name: 'select-active-studies',
    text: `SELECT ${COLUMNS} FROM study WHERE project_id = $1 AND state = 'active'
           ORDER BY activated_at, id LIMIT $2`,
    values: [projectId, limit],
  })
  return rows
}

/** The caller holds its lock. */
export async function deleteStudyRow(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query('DELETE FROM study WHERE project_id = $1 AND id = $2', [projectId, id])
}
