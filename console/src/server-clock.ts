// The server's time, learned from its answers, so that days and "2 hours ago" are right when the browser's clock is
// wrong.

/** Answers have a resolution of a second and take time, so smaller differences are ignored. */
const NOTABLE_MS = 60_000

let ahead = 0

/** From the `Date` header, such as `Sat, 14 Mar 2026 09:30:00 GMT`. */
export function learnTime(answeredAt: string | null): void {
  if (answeredAt === null) return
  const difference = Date.parse(answeredAt) - Date.now()
  ahead = Math.abs(difference) < NOTABLE_MS ? 0 : difference
}

export const serverNow = (): number => Date.now() + ahead
