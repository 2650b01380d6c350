// Statements on issues that lost members or texts: rewords what is left, and deletes empty issues.
import type { Tx } from '../pool.ts'
import { searchable } from './issue-searches.ts'

/** Issues that quote one of the observations, including merged ones and those that the observations have left. */
export async function selectQuoting(tx: Tx, projectId: string, observationIds: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT DISTINCT issue.id FROM unnest($2::text[]) AS quoted (id)
     CROSS JOIN LATERAL (
       SELECT id FROM issue WHERE project_id = $1
         AND jsonb_path_query_array(quotes, '$[*].observation_id') @> to_jsonb(quoted.id)) AS issue`,
    [projectId, observationIds],
  )
  return rows.map((row) => row.id)
}

/** Issues worded by a language model or an assistant, whose text may come from any member. */
export async function selectWordedByModel(tx: Tx, projectId: string, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM issue WHERE project_id = $1 AND id = ANY($2::uuid[]) 
       AND (title_by IN ('model', 'assistant') OR summary_by = 'assistant')`,
    [projectId, ids],
  )
  return rows.map((row) => row.id)
}

const TITLE_LENGTH = 120

/**
 * Sets a provisional text until a worker describes the issue: the quotes that remain, and the title of the first quoted
 * member, else of the newest member, else of the issue that this one was merged into. Keeps a person's title.
 */
export async function rewordIssues(tx: Tx, projectId: string, ids: string[], at: Date): Promise<void> {
  await tx.query(
    searchable(`worded AS (
           UPDATE issue SET
       quotes = word.quotes, summary_by = 'machine', summary = coalesce(word.quotes #>> '{0,text}', ''),
       title = CASE WHEN title_by = 'person' THEN issue.title ELSE left(word.title, ${TITLE_LENGTH}) END,
       title_by = CASE WHEN title_by = 'person' THEN title_by ELSE 'machine' END, updated_at = $3
     FROM (
       SELECT old.id, quotes.kept AS quotes, coalesce(
         (SELECT title FROM observation WHERE project_id = $1 AND id = (quotes.kept #>> '{0,observation_id}')::uuid),
         (SELECT o.title FROM issue_observation m JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id
          WHERE m.project_id = $1 AND m.issue_id = old.id ORDER BY m.observation_id DESC LIMIT 1),
         (SELECT title FROM issue WHERE project_id = $1 AND id = old.merged_into), '…') AS title
       FROM issue old CROSS JOIN LATERAL (
         SELECT coalesce(jsonb_agg(quote ORDER BY place), '[]') AS kept
         FROM jsonb_array_elements(old.quotes) WITH ORDINALITY AS item (quote, place)
         WHERE EXISTS (SELECT FROM observation WHERE project_id = $1 AND id = (quote ->> 'observation_id')::uuid)
       ) AS quotes
       WHERE old.project_id = $1 AND old.id = ANY($2::uuid[])) AS word
     WHERE issue.project_id = $1 AND issue.id = word.id
           RETURNING issue.project_id, issue.id, issue.title, issue.summary)`),
    [projectId, ids, at],
  )
}

/** After their members changed: they are regrouped, and a worker describes them again. */
export async function unsettleIssues(
  tx: Tx,
  projectId: string,
  ids: string[],
  version: number,
): Promise<void> {
  await tx.query(
    `UPDATE issue SET unsettled = true, state_version = $3, redescribe = true
     WHERE project_id = $1 AND id = ANY($2::uuid[])`,
    [projectId, ids, version],
  )
}

/**
 * Deletes those of the issues that have no observation left, with all issues merged into them, and returns how many.
 */
export async function deleteEmptyIssues(tx: Tx, projectId: string, ids: string[]): Promise<number> {
  const { rowCount } = await tx.query(
    `WITH RECURSIVE empty AS (
       SELECT id FROM issue WHERE project_id = $1 AND id = ANY($2::uuid[]) AND observation_count = 0
         AND merged_into IS NULL
       UNION
       SELECT merged.id FROM issue merged JOIN empty ON merged.merged_into = empty.id
       WHERE merged.project_id = $1)
     DELETE FROM issue WHERE project_id = $1 AND id IN (SELECT id FROM empty)`,
    [projectId, ids],
  )
  return rowCount ?? 0
}

/** After a person changed their members: the digest finds title, summary, quotes, severity and neighbors again. */
export async function askToRedescribe(tx: Tx, projectId: string, ids: string[]): Promise<void> {
  await tx.query('UPDATE issue SET redescribe = true WHERE project_id = $1 AND id = ANY($2::uuid[])', [
    projectId,
    ids,
  ])
}

export async function selectToRedescribe(tx: Tx, projectId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM issue WHERE project_id = $1 AND redescribe ORDER BY id LIMIT $2',
    [projectId, limit],
  )
  return rows.map((row) => row.id)
}

export async function markRedescribed(tx: Tx, projectId: string, ids: string[]): Promise<void> {
  await tx.query('UPDATE issue SET redescribe = false WHERE project_id = $1 AND id = ANY($2::uuid[])', [
    projectId,
    ids,
  ])
}
