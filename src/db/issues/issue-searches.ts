// Finding issues by their words. What is searched is kept by the statement that changes an issue's title or summary.
import type { Tx } from '../pool.ts'

/** `query` is the text of a tsquery. */
export async function isAnyIssueFound(tx: Tx, projectId: string, query: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM issue_search s JOIN issue i ON i.project_id = s.project_id AND i.id = s.issue_id
     WHERE s.project_id = $1 AND s.document @@ $2::tsquery AND i.merged_into IS NULL LIMIT 1`,
    [projectId, query],
  )
  return rowCount === 1
}

const WORDINGS = 2_000

/**
 * Titles and summaries of the newest issues: the words that the project uses. Comparing them is the caller's: the
 * extension's likeness of a word and a text took a second for five thousand issues.
 */
export async function selectWordings(tx: Tx, projectId: string): Promise<string[]> {
  const { rows } = await tx.query<{ words: string }>(
    `SELECT words FROM issue_search WHERE project_id = $1 ORDER BY issue_id DESC LIMIT ${WORDINGS}`,
    [projectId],
  )
  return rows.map((row) => row.words)
}
