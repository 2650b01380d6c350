// An optional limit on requests per key: a bucket that refills steadily and holds one minute's worth.
import { Refusal } from '../contract/refusal.ts'

export type RateLimit = { take(keyId: string): void }

const SWEEP_ABOVE = 10_000 // buckets; a full bucket says nothing, so full ones are dropped

export function createRateLimit(perMinute: number | null, now: () => Date): RateLimit {
  if (perMinute === null) return { take: () => {} }
  const perMillisecond = perMinute / 60_000
  const buckets = new Map<string, { tokens: number; at: number }>()
  const level = (bucket: { tokens: number; at: number }, at: number) =>
    Math.min(perMinute, bucket.tokens + (at - bucket.at) * perMillisecond)

  return {
    take(keyId) {
      const at = now().getTime()
      const tokens = level(buckets.get(keyId) ?? { tokens: perMinute, at }, at)
      if (tokens < 1) throw tooMany(perMinute, Math.ceil((1 - tokens) / perMillisecond / 1000))
      if (buckets.size > SWEEP_ABOVE)
        for (const [id, bucket] of buckets) if (level(bucket, at) >= perMinute) buckets.delete(id)
      buckets.set(keyId, { tokens: tokens - 1, at })
    },
  }
}

function tooMany(perMinute: number, seconds: number): Refusal {
  const detail = `too many requests: this key may send ${perMinute} a minute; try again in ${seconds} s`
  return new Refusal('rate_limited', detail, { 'Retry-After': String(seconds) })
}
