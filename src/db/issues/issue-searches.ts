// Finding issues by their words. What is searched is kept by the statement that changes an issue's title or summary.
import type { Tx } from '../pool.ts'

/**
 * `query` is the text of a tsquery. The matches are collected before one is looked at: to find the first of many,
 * PostgreSQL would go through all issues, and there are none of a word that it has not counted.
 */
export async function isAnyIssueFound(tx: Tx, projectId: string, query: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH found AS MATERIALIZED (
       SELECT issue_id FROM issue_search WHERE project_id = $1 AND document @@ $2::tsquery)
     SELECT FROM found JOIN issue i ON i.project_id = $1 AND i.id = found.issue_id
     WHERE i.merged_into IS NULL LIMIT 1`,
    [projectId, query],
  )
  return rowCount === 1
}

const WORDINGS = 2_000

/**
 * Titles and summaries of the newest issues: the words that the project uses. Comparing them is the caller's: the
 * extension's likeness of a word and a text took a second for five thousand issues. They come as one row: so many
 * rows take longer to receive than to read.
 */
export async function selectWordings(tx: Tx, projectId: string): Promise<string[]> {
  const { rows } = await tx.query<{ words: string }>(
    `SELECT coalesce(string_agg(words, E'\\n'), '') AS words FROM (
       SELECT words FROM issue_search WHERE project_id = $1 ORDER BY issue_id DESC LIMIT ${WORDINGS}) AS newest`,
    [projectId],
  )
  return rows[0]?.words.split('\n') ?? []
}
