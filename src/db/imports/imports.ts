// Statements on imports.
import type { ImportFormat, ImportState } from '../../contract/labels.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type ImportRow = {
  id: string
  name: string
  format: ImportFormat
  state: ImportState
  read: number
  stored: number
  refused: number
  duplicates: number
  removed: number
  created_by: string
  created_at: Date
  finished_at: Date | null
}

const COLUMNS = `id, name, format, state, read, stored, refused, duplicates, removed, created_by, created_at, finished_at`

export type NewImport = Pick<ImportRow, 'id' | 'name' | 'format' | 'created_by' | 'created_at'> & {
  mapping: unknown
}

export async function insertImport(tx: Tx, projectId: string, made: NewImport): Promise<void> {
  await tx.query(
    `INSERT INTO import (project_id, id, name, format, mapping, state, created_by, created_at, stepped_at)
     VALUES ($1, $2, $3, $4, $5, 'receiving', $6, $7, $7)`,
    [
      projectId,
      made.id,
      made.name,
      made.format,
      JSON.stringify(made.mapping),
      made.created_by,
      made.created_at,
    ],
  )
}

/** Undefined when it is gone: given up, or with its project. */
export async function startImport(
  tx: Tx,
  projectId: string,
  id: string,
  at: Date,
): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `UPDATE import SET state = 'running', stepped_at = $3
     WHERE project_id = $1 AND id = $2 AND state = 'receiving' RETURNING ${COLUMNS}`,
    [projectId, id, at],
  )
  return rows[0]
}

export async function deleteUnreceivedImport(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query("DELETE FROM import WHERE project_id = $1 AND id = $2 AND state = 'receiving'", [
    projectId,
    id,
  ])
}

/** Files that stopped coming: whoever sent them is gone, or the process that received them. */
export async function selectImportsUnreceivedSince(
  tx: Tx,
  before: Date,
): Promise<{ project_id: string; id: string }[]> {
  const { rows } = await tx.query<{ project_id: string; id: string }>(
    "SELECT project_id, id FROM import WHERE state = 'receiving' AND stepped_at < $1",
    [before],
  )
  return rows
}

export async function selectImport(tx: Tx, projectId: string, id: string): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `SELECT ${COLUMNS} FROM import WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  )
  return rows[0]
}

export async function selectImports(tx: Tx, projectId: string, page: Page): Promise<ImportRow[]> {
  const { rows } = await tx.query<ImportRow>(
    `SELECT ${COLUMNS} FROM import WHERE project_id = $1 AND ${pageOf('id', 2)} ORDER BY id DESC LIMIT $3`,
    [projectId, page.before, page.limit],
  )
  return rows
}

/** Undefined when there is nothing to undo. */
export async function beginUndoing(
  tx: Tx,
  projectId: string,
  id: string,
  at: Date,
): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `UPDATE import SET state = 'undoing', stepped_at = $3, finished_at = NULL
     WHERE project_id = $1 AND id = $2 AND state IN ('running', 'done') RETURNING ${COLUMNS}`,
    [projectId, id, at],
  )
  return rows[0]
}

export type OpenImport = { project_id: string; id: string; state: 'running' | 'undoing'; stored_to: number }

/** The one that had its turn longest ago, locked until the end of the transaction; never one that another is at. */
export async function lockOpenImport(tx: Tx, only: string | null): Promise<OpenImport | undefined> {
  const { rows } = await tx.query<OpenImport>(
    `SELECT project_id, import.id, state, stored_to FROM import
     JOIN project ON project.id = project_id AND project.deleted_at IS NULL
     WHERE state IN ('running', 'undoing') AND ($1::uuid IS NULL OR import.id = $1)
     ORDER BY stepped_at LIMIT 1 FOR UPDATE OF import SKIP LOCKED`,
    [only],
  )
  return rows[0]
}

export type ImportStep = { stored: number; duplicates: number; stored_to: number; finished: boolean }

export async function noteStored(
  tx: Tx,
  { project_id, id }: OpenImport,
  step: ImportStep,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE import SET stored = stored + $3, duplicates = duplicates + $4, stored_to = $5, stepped_at = $6,
       state = CASE WHEN $7 THEN 'done' ELSE state END, finished_at = CASE WHEN $7 THEN $6::timestamptz END
     WHERE project_id = $1 AND id = $2`,
    [project_id, id, step.stored, step.duplicates, step.stored_to, at, step.finished],
  )
}

export async function noteRemoved(
  tx: Tx,
  { project_id, id }: OpenImport,
  step: { removed: number; finished: boolean },
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE import SET removed = removed + $3, stepped_at = $4,
       state = CASE WHEN $5 THEN 'undone' ELSE state END, finished_at = CASE WHEN $5 THEN $4::timestamptz END
     WHERE project_id = $1 AND id = $2`,
    [project_id, id, step.removed, at, step.finished],
  )
}
