// Counts the observations that match a filter from counters that the digest keeps, without reading observations.
import type { Tx } from '../pool.ts'
import type { ObservationFilter } from './observations.ts'

type Kept = {
  table: string
  of: string
  /** Only digested observations can match, so there are no others. */
  complete: boolean
}

const ALL: Kept = { table: 'project_day', of: 'true', complete: false }

const KEPT: Partial<Record<keyof ObservationFilter, Kept>> = {
  sentiment: { table: 'project_day', of: 'user_sentiment = ANY($4)', complete: false },
  tag: { table: 'tag_day', of: 'tag_id = $4', complete: true },
  issue: { table: 'issue_day', of: 'issue_id = $4', complete: true },
}

export type KeptCount = { count: number; complete: boolean }

/**
 * Counts the whole days of a period. A count that is not complete is a lower bound. Undefined when no counters exist
 * for such a filter.
 */
export async function countKeptObservations(
  tx: Tx,
  projectId: string,
  { from, to, ...rest }: ObservationFilter,
): Promise<KeptCount | undefined> {
  const [name, ...others] = Object.keys(rest) as (keyof typeof rest)[]
  const kept = name === undefined ? ALL : KEPT[name]
  if (kept === undefined || others.length > 0) return undefined
  const values = [projectId, from ?? null, to ?? null, ...(name === undefined ? [] : [rest[name]])]
  const { rows } = await tx.query<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM ${kept.table} WHERE project_id = $1 AND ${kept.of}
       AND ($2::timestamptz IS NULL OR day >= (($2::timestamptz - interval '1 microsecond') AT TIME ZONE 'UTC')::date + 1)
       AND ($3::timestamptz IS NULL OR day < ($3::timestamptz AT TIME ZONE 'UTC')::date)`,
    values,
  )
  return { count: rows[0]?.count ?? 0, complete: kept.complete && !from && !to }
}
