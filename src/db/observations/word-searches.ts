// Finding observations by their words: how soon there are enough decides how they are looked for.
import { pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'
import { FEW } from '../searches.ts'

/** A search, and how what matches is to be looked for. */
export type SoughtWords = {
  q: string
  /** All that match, where they are few; otherwise a page of them is best found in order. */
  few: string[] | undefined
  /** One in five matches. */
  isCommon: boolean
}

/** A page is found in order where so many match … */
const PAGE = 50
/** … within so many: to look that far takes no longer than to collect all from the index of words. */
const NEARBY = 2_500
const COMMON_WITHIN = 5 * PAGE

/** Looked for from where the page begins: what everybody says today, nobody may have said a year ago. */
export async function seekWords(
  tx: Tx,
  projectId: string,
  q: string,
  before: string | null,
): Promise<SoughtWords> {
  const { found, within } = await lookNearby(tx, projectId, q, before)
  const few = found < PAGE ? await selectFewMatches(tx, projectId, q) : undefined
  return { q, few, isCommon: found === PAGE && within <= COMMON_WITHIN }
}

async function lookNearby(
  tx: Tx,
  projectId: string,
  q: string,
  before: string | null,
): Promise<{ found: number; within: number }> {
  const { rows } = await tx.query<{ found: number; within: number }>(
    `SELECT count(*)::int AS found, coalesce(max(place), 0)::int AS within FROM (
       SELECT place FROM (
         SELECT document, row_number() OVER (ORDER BY observation_id DESC) AS place FROM observation_search
         WHERE project_id = $1 AND ${pageOf('observation_id', 3)}
         ORDER BY observation_id DESC LIMIT ${NEARBY}) AS nearby
       WHERE document @@ $2::tsquery LIMIT ${PAGE}) AS page`,
    [projectId, q, before],
  )
  return rows[0] ?? { found: 0, within: 0 }
}

/**
 * All matches of a search that has few, undefined otherwise. Of a word that it has not counted, PostgreSQL expects one
 * row in 200 to have it, and would go through a million rows in order to find a page of what is not there: 3 s.
 */
async function selectFewMatches(tx: Tx, projectId: string, q: string): Promise<string[] | undefined> {
  const { rows } = await tx.query<{ observation_id: string }>(
    `SELECT observation_id FROM observation_search WHERE project_id = $1 AND document @@ $2::tsquery
     LIMIT ${FEW + 1}`,
    [projectId, q],
  )
  return rows.length > FEW ? undefined : rows.map((row) => row.observation_id)
}

/** At most this many that have the words: what is searched is enough to count them. */
export async function countMatches(tx: Tx, projectId: string, q: string, most: number): Promise<number> {
  const { few, isCommon } = await seekWords(tx, projectId, q, null)
  if (few) return few.length
  // Read in turn, what one in five has is counted as soon as there are enough; the index of words would collect all first.
  // A limit that it is not told of before keeps PostgreSQL from hoping to find as many soon, in the texts of all projects.
  const inTurn = isCommon ? 'ORDER BY observation_id DESC OFFSET 0' : ''
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM (SELECT document FROM observation_search WHERE project_id = $1 ${inTurn}) AS searched
       WHERE document @@ $2::tsquery LIMIT (SELECT $3::int)) AS found`,
    [projectId, q, most],
  )
  return rows[0]?.count ?? 0
}

/** Those with the most of the words first, out of as many as were counted above: with a common word there may be millions. */
export async function selectBestMatches(
  tx: Tx,
  projectId: string,
  anyOf: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ observation_id: string }>(
    `SELECT observation_id FROM (
       SELECT observation_id, document FROM observation_search
       WHERE project_id = $1 AND document @@ $2::tsquery LIMIT ${FEW}) found
     ORDER BY ts_rank(document, $2::tsquery) DESC, observation_id DESC LIMIT $3`,
    [projectId, anyOf, limit],
  )
  return rows.map((row) => row.observation_id)
}
