// Observations of a period in the order of their ids. Those tell when an observation was stored, which may be long after it
// was made; one look at each day of the period tells where it lies among them.
import { DAY_MS } from '../../contract/date-time.ts'
import { idAfter } from '../page.ts'
import type { Tx } from '../pool.ts'

export type Period = { from?: Date; to?: Date }

const FEW_DAYS = 62

export const isShort = ({ from, to }: Period): boolean =>
  from !== undefined && (to?.getTime() ?? Date.now()) - from.getTime() <= FEW_DAYS * DAY_MS

const DAY = "(o.observed_at AT TIME ZONE 'UTC')::date"
const dayAt = (place: number): string => `($${place + 1}::timestamptz AT TIME ZONE 'UTC')::date`

/** The days that a period touches, for the index by day; its times are among the values. */
export const daysOf = (period: Period, values: unknown[]): string[] =>
  Object.values(boundsOf(period, values)).filter((bound) => bound !== undefined)

const boundsOf = ({ from, to }: Period, values: unknown[]) => ({
  since: from && `${DAY} >= ${dayAt(values.indexOf(from))}`,
  until: to && `${DAY} <= ${dayAt(values.indexOf(to))}`,
})

type Wanted = { where: string; limit: string; order?: 'ASC' | 'DESC' }

/**
 * The newest of each day of the period that has any, and the newest of these: in the order of the ids alone, all that was
 * stored since would be gone through first. In the other order, the oldest.
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
  // A page has rows of at most as many days as it has rows: of many days, those whose first comes first.
  const days = isShort(period) ? 'days' : `(${firstOf('days', '1', 'days.day')}) AS days`
  return `WITH RECURSIVE days (day) AS (
      (${next(since)})
      UNION ALL
      SELECT (${next(`${DAY} > days.day`)}) FROM days WHERE days.day IS NOT NULL)
    ${firstOf(days, limit, 'edge.id')}`
}

/** Ids before one, down to another at the latest; null: no bound. */
export type Walk = { before: string | null; oldest: string | null }

/**
 * Where a walk through a period begins, and where it ends at the latest: behind the newest of its days where they are over, and
 * at the oldest where they are few. What is newer or older would be looked at for nothing. Null where the days have nothing.
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
    const wanted = { where: 'true', limit: '1', order }
    const { rows } = await tx.query<{ id: string }>(idsByDay(period, values, wanted), values)
    return rows[0]?.id
  }
  const isOver = to !== undefined && Date.now() - to.getTime() > DAY_MS
  const newest = before === null && isOver ? await edge('DESC') : null
  const oldest = isShort(period) ? await edge('ASC') : null
  if (newest === undefined || oldest === undefined) return null
  return { before: newest === null ? before : idAfter(newest), oldest }
}
