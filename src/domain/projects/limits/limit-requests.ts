// Rate limits shared by all processes without a query per request: each process counts for itself, and once a second
// all exchange what they counted. So a quota can be exceeded by no more than what the other processes admitted since
// the last exchange.
// A quota is a bucket that refills steadily and holds one minute's worth. One number describes it: the time until which
// it is used up (the generic cell rate algorithm). Spending moves that time forward, so spending can be added up.
import type { Tx } from '../../../db/pool.ts'
import type { LimitsRow } from '../../../db/projects/project-limits.ts'
import { addSpending } from '../../../db/projects/request-quotas.ts'

/** The kind of quota, as named in the headers. */
export type Policy = 'key' | 'project' | 'address'

export type Quota = { policy: Policy; holder: string; perMinute: number }

/** `seconds`: until the next request if none is left, otherwise until the quota is full. */
export type Standing = { policy: Policy; perMinute: number; left: number; seconds: number }

export type RequestLimits = {
  /** Takes one request from each quota, or from none if one of them is used up, whose standing has none left. */
  take(quotas: Quota[]): { taken: boolean; standings: Standing[] }
  /** Shares what this process admitted, and learns what the others did. */
  exchange(tx: Tx): Promise<void>
}

/** The operator's limits for every key and every project; null means no limit. */
export type ServiceLimits = { key: number | null; project: number | null }

export type LimitedCaller = { callerId: string; projectId: string; limits: LimitsRow }

/** The lower of the operator's limits and the project's. Null if neither sets any. */
export function quotasOf(
  { callerId, projectId, limits }: LimitedCaller,
  service: ServiceLimits,
): Quota[] | null {
  const key = lower(limits.key_requests_per_minute, service.key)
  const project = lower(limits.project_requests_per_minute, service.project)
  if (key === null && project === null) return null
  return [
    ...(key === null ? [] : [{ policy: 'key' as const, holder: callerId, perMinute: key }]),
    ...(project === null ? [] : [{ policy: 'project' as const, holder: projectId, perMinute: project }]),
  ]
}

const lower = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

type Bucket = { usedUntil: number; untold: number }

const MINUTE = 60_000

export function createRequestLimits(now: () => Date): RequestLimits {
  const buckets = new Map<string, Bucket>()
  const bucketOf = ({ policy, holder }: Quota, at: number): Bucket => {
    const place = `${policy} ${holder}`
    const known = buckets.get(place)
    if (known) return known
    const bucket = { usedUntil: at, untold: 0 }
    buckets.set(place, bucket)
    return bucket
  }

  return {
    take(quotas) {
      const at = now().getTime()
      const held = quotas.map((quota) => bucketOf(quota, at))
      const standings = quotas.map((quota, place) => standingOf(quota, held[place] as Bucket, at))
      if (standings.some(({ left }) => left === 0)) return { taken: false, standings }
      return { taken: true, standings: quotas.map((quota, place) => spend(quota, held[place] as Bucket, at)) }
    },
    async exchange(tx) {
      const at = now()
      for (const [place, { usedUntil, untold }] of buckets)
        if (untold === 0 && usedUntil <= at.getTime()) buckets.delete(place) // a full bucket needs no entry
      const reported = [...buckets] // includes buckets without news, since other processes may have some
      if (reported.length === 0) return
      const spent = reported.map(([holder, { untold }]) => ({ holder, milliseconds: untold }))
      for (const [, bucket] of reported) bucket.untold = 0
      try {
        const sums = await addSpending(tx, spent, at)
        for (const [holder, bucket] of reported)
          bucket.usedUntil = (sums.get(holder) ?? bucket.usedUntil) + bucket.untold
      } catch (error) {
        for (const [place, [, bucket]] of reported.entries()) bucket.untold += spent[place]?.milliseconds ?? 0
        throw error
      }
    },
  }
}

/** Its standing after one more request. */
function spend(quota: Quota, bucket: Bucket, at: number): Standing {
  const cost = MINUTE / quota.perMinute
  bucket.usedUntil = Math.max(bucket.usedUntil, at) + cost
  bucket.untold += cost
  return standingOf(quota, bucket, at)
}

function standingOf({ policy, perMinute }: Quota, { usedUntil }: Bucket, at: number): Standing {
  const cost = MINUTE / perMinute
  const usedMs = Math.max(0, usedUntil - at)
  const left = Math.max(0, Math.floor((MINUTE - usedMs) / cost + ROUNDING))
  const milliseconds = left > 0 ? usedMs : usedMs + cost - MINUTE
  return { policy, perMinute, left, seconds: Math.ceil(milliseconds / 1000 - ROUNDING) }
}

/** Sums of fractions of a millisecond are never exact. */
const ROUNDING = 1e-6
