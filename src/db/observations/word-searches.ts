// Finding observations by their words: how soon there are enough decides how they are looked for.
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'
import { FEW } from '../searches.ts'

/** A search, and how what matches is to be looked for. */
export type SoughtWords = {
  q: string
  /** All that match, where they are few and a page of them is not nearby. */
  few: string[] | undefined
  /** One in five of the next matches, as far as a page. */
  isCommon: boolean
}

export const PAGE = 50
/** A page that is found within so many is found by walking: to look that far takes no longer than to collect all from the index. */
const NEARBY = 5_000
const COMMON = 5

/** Looked for from where the page begins: what everybody says today, nobody may have said a year ago. */
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
  const { few, isCommon } = await seekWords(tx, projectId, q, { before: null, limit: PAGE })
  if (few) return Math.min(most, few.length)
  // Read in turn, what one in five has is counted as soon as there are enough; the index of words would collect all first.
  const inTurn = `ORDER BY observation_id DESC LIMIT ${COMMON * most}`
  const isMost = isCommon && (await countAmong(tx, projectId, q, most, inTurn)) === most
  return isMost ? most : countAmong(tx, projectId, q, most, '')
}

/** A limit that it is not told of before keeps PostgreSQL from hoping to find as many soon, in the texts of all projects. */
async function countAmong(tx: Tx, projectId: string, q: string, most: number, some: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM (SELECT document FROM observation_search WHERE project_id = $1 ${some}) AS searched
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
