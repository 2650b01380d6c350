// The time by the server's clock, learned from its answers: days and "2 hours ago" are right where the browser's clock is wrong.

/** An answer names its second, and takes a while: a smaller difference is none. */
const NOTABLE_MS = 60_000

let ahead = 0

/** From the `Date` of an answer, such as `Sat, 14 Mar 2026 09:30:00 GMT`. */
export function learnTime(answeredAt: string | null): void {
  if (answeredAt === null) return
  const difference = Date.parse(answeredAt) - Date.now()
  ahead = Math.abs(difference) < NOTABLE_MS ? 0 : difference
}

export const serverNow = (): number => Date.now() + ahead
