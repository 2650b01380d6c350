// Finding issues by words: their own, which the statement that changes title or summary keeps here, and those of their observations.
import type { Tx } from '../pool.ts'
import { FEW, type ParsedSearch } from '../searches.ts'

/**
 * The statement that words issues, with what they are found by: apart from the issue, so that a new count does not index its words again.
 * `worded`: the common table expressions, of which the last one, `worded`, gives project_id, id, title and summary.
 */
export const searchable = (worded: string): string => `WITH ${worded}
  INSERT INTO issue_search (project_id, issue_id, words, document)
  SELECT project_id, id, words, setweight(issue_document(title), 'A') || issue_document(summary)
  FROM (SELECT *, title || ' ' || summary AS words FROM worded) AS said
  WHERE NOT EXISTS (
    SELECT FROM issue_search s WHERE s.project_id = said.project_id AND s.issue_id = said.id AND s.words = said.words)
  ON CONFLICT (project_id, issue_id) DO UPDATE SET words = excluded.words, document = excluded.document`

/** Of a project that came without them. */
export async function keepAllIssueSearches(tx: Tx, projectId: string): Promise<void> {
  await tx.query(
    searchable('worded AS (SELECT project_id, id, title, summary FROM issue WHERE project_id = $1)'),
    [projectId],
  )
}

/**
 * Common words are found by going through so many of the newest, 12 ms for 20,000; what few of these have is collected from the index of
 * words, however old it is, 50 ms for the most that are.
 */
const NEWEST = 20_000
/** As if so many further observations of the issue had been without the words: nine of ten say more than one of one. */
const SILENT = 3

/**
 * The issues of which title, summary or an observation matches, the best first: those whose title does, then by the share of their
 * observations that do. An observation does not find an issue that has the excluded words in title or summary.
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

/** As `…_found`: all that match if they are few, otherwise some of them, the newest of all among these. */
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
