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

/** Of the groups of three letters in “exprot”, three in seven are in “export”; of a word half typed, fewer. */
const LIKENESS = 0.2
const WORDINGS = 200

/** Titles and summaries with something like one of these words, the most alike first. */
export async function selectLikeWordings(tx: Tx, projectId: string, words: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ words: string }>(
    `SELECT words FROM issue_search, LATERAL (
       SELECT max(word_similarity(sought, words)) AS best FROM unnest($2::text[]) AS sought) AS likeness
     WHERE project_id = $1 AND best >= ${LIKENESS} ORDER BY best DESC LIMIT ${WORDINGS}`,
    [projectId, words],
  )
  return rows.map((row) => row.words)
}
