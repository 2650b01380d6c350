// Pages through the observations of a period in the order of their ids. Ids tell when an observation was stored, which
// may be long after it was made, so one lookup per day finds where the period lies among the ids.
import { DAY_MS } from '../../contract/date-time.ts'
import { idAfter } from '../page.ts'
import type { Tx } from '../pool.ts'

export type Period = { from?: Date; to?: Date }

const FEW_DAYS = 62

export const isShort = ({ from, to }: Period): boolean =>
  from !== undefined && (to?.getTime() ?? Date.now()) - from.getTime() <= FEW_DAYS * DAY_MS

const DAY = "(o.observed_at AT TIME ZONE 'UTC')::date"
const dayAt = (place: number): string => `($${place + 1}::timestamptz AT TIME ZONE 'UTC')::date`

/** The days of a period for the daily index. Its times are added to the values. */
export const daysOf = (period: Period, values: unknown[]): string[] =>
  Object.values(boundsOf(period, values)).filter((bound) => bound !== undefined)

const boundsOf = ({ from, to }: Period, values: unknown[]) => ({
  since: from && `${DAY} >= ${dayAt(values.indexOf(from))}`,
  until: to && `${DAY} <= ${dayAt(values.indexOf(to))}`,
})

type Wanted = { where: string; limit: string; order?: 'ASC' | 'DESC' }

/**
 * Merges the newest of each day of the period. Scanning by id alone would read everything stored since. With the order
 * reversed, the oldest.
 */
export function idsByDay(
  period: Period,
  values: unknown[],
  { where, limit, order = 'DESC' }: Wanted,
): string {
  const { since, until } = boundsOf(period, values)
  const next = (after: string | undefined) =>
    `SELECT ${DAY} FROM observation o WHERE ${['o.project_id = $1', after, until].filter(Boolean).join(' AND ')}
     ORDER BY 1 LIMIT 1`
  const firstOf = (days: string, each: string, what: string) =>
    `SELECT ${what} FROM ${days} CROSS JOIN LATERAL (
       SELECT o.id FROM observation o WHERE o.project_id = $1 AND ${DAY} = days.day AND ${where}
       ORDER BY o.id ${order} LIMIT ${each}) AS edge
     ORDER BY edge.id ${order} LIMIT ${limit}`
  // A page contains rows of at most as many days as its limit: of many days, those whose first row comes first.
  const days = isShort(period) ? 'days' : `(${firstOf('days', '1', 'days.day')}) AS days`
  return `WITH RECURSIVE days (day) AS (
      (${next(since)})
      UNION ALL
      SELECT (${next(`${DAY} > days.day`)}) FROM days WHERE days.day IS NOT NULL)
    ${firstOf(days, limit, 'edge.id')}`
}

/** Ids below `before`, down to `oldest`; null means no bound. */
export type Walk = { before: string | null; oldest: string | null }

/**
 * Where scanning a period starts and ends: after the newest row of its days when they are over, and at the oldest row
 * when they are few. Null when the days have no rows.
 */
export async function walkThrough(
  tx: Tx,
  projectId: string,
  period: Period,
  before: string | null,
): Promise<Walk | null> {
  const { from, to } = period
  const edge = async (order: 'ASC' | 'DESC') => {
    const values = [projectId, ...[from, to].filter((time) => time !== undefined)]
    const firstOnly = { where: 'true', limit: '1', order }
    const { rows } = await tx.query<{ id: string }>(idsByDay(period, values, firstOnly), values)
    return rows[0]?.id
  }
  const isOver = to !== undefined && Date.now() - to.getTime() > DAY_MS
  const newest = before === null && isOver ? await edge('DESC') : null
  const oldest = isShort(period) ? await edge('ASC') : null
  if (newest === undefined || oldest === undefined) return null
  return { before: newest === null ? before : idAfter(newest), oldest }
}
