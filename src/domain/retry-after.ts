// The wait that a server's Retry-After asks for.

/** Null if it is missing, or neither a number of seconds nor a date. A past date means no wait. */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
