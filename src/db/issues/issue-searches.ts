// Finds issues by words: their own, which the statement that changes title or summary stores here, and those of their
// observations.
import type { Tx } from '../pool.ts'
import { FEW, type ParsedSearch } from '../searches.ts'

/**
 * Completes a statement that words issues by storing the words to search, apart from the issue, so that a changed
 * counter does not index them again. The last common table expression in `worded` is called `worded` and has
 * project_id, id, title and summary.
 */
export const searchable = (worded: string): string => `WITH ${worded}
  INSERT INTO issue_search (project_id, issue_id, words, document)
  SELECT project_id, id, words, setweight(issue_document(title), 'A') || issue_document(summary)
  FROM (SELECT *, title || ' ' || summary AS words FROM worded) AS said
  WHERE NOT EXISTS (
    SELECT FROM issue_search s WHERE s.project_id = said.project_id AND s.issue_id = said.id AND s.words = said.words)
  ON CONFLICT (project_id, issue_id) DO UPDATE SET words = excluded.words, document = excluded.document`

/** For a project that was imported without them. */
export async function keepAllIssueSearches(tx: Tx, projectId: string): Promise<void> {
  await tx.query(
    searchable('worded AS (SELECT project_id, id, title, summary FROM issue WHERE project_id = $1)'),
    [projectId],
  )
}

/**
 * Matches among this many of the newest observations are found by scanning (12 ms for 20,000). Words with few matches
 * there are collected from the word index, however old they are (50 ms at most).
 */
const NEWEST = 20_000
/** Counts as this many further observations of the issue without the words: nine of ten say more than one of one. */
const SILENT = 3

/**
 * Issues whose title, summary or observations match. The best first: matching titles, then by the share of matching
 * observations. An observation does not match for an issue whose title or summary has an excluded word.
 */
export async function selectIssuesWithWords(
  tx: Tx,
  projectId: string,
  { query, excluded }: ParsedSearch,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `WITH ${matchesIn('issue_search', "issue_id, ts_filter(document, '{a}') @@ $2::tsquery AS is_titled")},
     ${matchesIn('observation_search', 'observation_id')},
     spoken AS (
       SELECT issue_id, count(*)::int AS notes FROM (
         SELECT (SELECT m.issue_id FROM issue_observation m
                 WHERE m.project_id = $1 AND m.observation_id = found.observation_id) AS issue_id
         FROM observation_search_found AS found) AS of_issue
       GROUP BY issue_id)
     SELECT i.id FROM issue_search_found AS worded FULL JOIN spoken USING (issue_id)
     CROSS JOIN LATERAL (SELECT * FROM issue WHERE project_id = $1 AND id = issue_id OFFSET 0) AS i
     WHERE i.merged_into IS NULL AND i.last_seen IS NOT NULL
       AND (worded.issue_id IS NOT NULL
         OR NOT (SELECT s.document @@ $3::tsquery FROM issue_search s WHERE s.project_id = $1 AND s.issue_id = i.id))
     ORDER BY coalesce(is_titled, false) DESC, coalesce(notes, 0) / (i.observation_count + ${SILENT}::float8) DESC,
       i.last_seen DESC, i.id DESC
     LIMIT ${FEW}`,
    [projectId, query, excluded],
  )
  return rows.map(({ id }) => id)
}

/** Creates `…_found`: all matches if they are few, otherwise some, including the newest of these. */
function matchesIn(table: string, columns: string): string {
  const [key] = columns.split(',')
  return `${table}_newest AS MATERIALIZED (
      SELECT ${columns} FROM (
        SELECT ${key}, document FROM ${table} WHERE project_id = $1 ORDER BY ${key} DESC LIMIT ${NEWEST}) AS newest
      WHERE document @@ $2::tsquery LIMIT ${FEW}),
    ${table}_found AS MATERIALIZED (
      SELECT * FROM ${table}_newest
      UNION
      (SELECT ${columns} FROM ${table} WHERE project_id = $1 AND document @@ $2::tsquery
         AND (SELECT count(*) FROM ${table}_newest) < ${FEW} LIMIT (SELECT ${FEW})))`
}

const WORDINGS = 2_000

/**
 * Titles and summaries of the newest issues: the project's vocabulary. The caller compares words, because PostgreSQL's
 * word similarity takes a second for five thousand issues. Returned as one row, because many rows take longer to
 * receive than to read.
 */
export async function selectWordings(tx: Tx, projectId: string): Promise<string[]> {
  const { rows } = await tx.query<{ words: string }>(
    `SELECT coalesce(string_agg(words, E'\\n'), '') AS words FROM (
       SELECT words FROM issue_search WHERE project_id = $1 ORDER BY issue_id DESC LIMIT ${WORDINGS}) AS newest`,
    [projectId],
  )
  return rows[0]?.words.split('\n') ?? []
}
