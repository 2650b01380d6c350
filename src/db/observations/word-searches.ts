// Finds observations by words. The number of matches nearby decides how to search.
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'
import { FEW } from '../searches.ts'

/** A search, and how to look for its matches. */
export type SoughtWords = {
  q: string
  /** All matches, if they are few and do not fill a page nearby. */
  few: string[] | undefined
  /** At least one in five of the next rows match, up to a page. */
  isCommon: boolean
}

export const PAGE = 50
/**
 * A page found within this many rows is found by scanning, which takes no longer than collecting all matches from the
 * index.
 */
const NEARBY = 5_000
const COMMON = 5

/** Starts where the page begins, because words that are common today may have been rare a year ago. */
export async function seekWords(tx: Tx, projectId: string, q: string, page: Page): Promise<SoughtWords> {
  const { found, within } = await lookNearby(tx, projectId, q, page)
  const few = found < page.limit ? await selectFewMatches(tx, projectId, q) : undefined
  return { q, few, isCommon: found === page.limit && within <= COMMON * found }
}

async function lookNearby(
  tx: Tx,
  projectId: string,
  q: string,
  { before, limit }: Page,
): Promise<{ found: number; within: number }> {
  const { rows } = await tx.query<{ found: number; within: number }>(
    `SELECT count(*)::int AS found, coalesce(max(place), 0)::int AS within FROM (
       SELECT place FROM (
         SELECT document, row_number() OVER (ORDER BY observation_id DESC) AS place FROM observation_search
         WHERE project_id = $1 AND ${pageOf('observation_id', 3)}
         ORDER BY observation_id DESC LIMIT ${NEARBY}) AS nearby
       WHERE document @@ $2::tsquery LIMIT $4) AS page`,
    [projectId, q, before, limit],
  )
  return rows[0] as { found: number; within: number }
}

/**
 * All matches of a search that has few; undefined otherwise. PostgreSQL expects a word that it has no statistics on in
 * one of 200 rows, and would scan a million rows for a page of matches that do not exist.
 */
async function selectFewMatches(tx: Tx, projectId: string, q: string): Promise<string[] | undefined> {
  const { rows } = await tx.query<{ observation_id: string }>(
    `SELECT observation_id FROM observation_search WHERE project_id = $1 AND document @@ $2::tsquery
     LIMIT ${FEW + 1}`,
    [projectId, q],
  )
  return rows.length > FEW ? undefined : rows.map((row) => row.observation_id)
}

/** Counts at most this many matches, from the search table alone. */
export async function countMatches(tx: Tx, projectId: string, q: string, most: number): Promise<number> {
  const { few, isCommon } = await seekWords(tx, projectId, q, { before: null, limit: PAGE })
  if (few) return Math.min(most, few.length)
  // Scanning in order counts a common word's matches as soon as there are enough; the word index would collect all
  // first.
  const inTurn = `ORDER BY observation_id DESC LIMIT ${COMMON * most}`
  const isMost = isCommon && (await countAmong(tx, projectId, q, most, inTurn)) === most
  return isMost ? most : countAmong(tx, projectId, q, most, '')
}

/**
 * The limit is hidden from the planner, which otherwise expects to find enough matches soon in the texts of all
 * projects.
 */
async function countAmong(tx: Tx, projectId: string, q: string, most: number, some: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM (SELECT document FROM observation_search WHERE project_id = $1 ${some}) AS searched
       WHERE document @@ $2::tsquery LIMIT (SELECT $3::int)) AS found`,
    [projectId, q, most],
  )
  return rows[0]?.count ?? 0
}

/**
 * Observations with the most of the words first, among at most as many as are counted above, since common words may
 * have millions.
 */
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
