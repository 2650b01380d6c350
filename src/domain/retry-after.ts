// How long a server asks to be left alone, by the Retry-After of its answer.

/** Null where it is not sent, or neither a number of seconds nor a date. A date that has passed is no wait. */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
