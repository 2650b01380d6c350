// When something expires: never, on a future day, or already.
import { DAY_MS } from '../../../../src/contract/date-time.ts'
import { formatDate } from '../../format.ts'
import { serverNow } from '../../server-clock.ts'
import { Ago } from '../time.tsx'

export const hasEnded = (at: string | null): boolean => at !== null && new Date(at).getTime() <= serverNow()

const SOON = 14 * DAY_MS

export function ExpiryText({ at }: { at: string | null }) {
  if (at === null) return <>Never</>
  if (hasEnded(at))
    return (
      <>
        Expired <Ago at={at} />
      </>
    )
  const soon = new Date(at).getTime() - serverNow() < SOON
  return soon ? <Ago at={at} /> : <time dateTime={at}>{formatDate(at)}</time>
}
