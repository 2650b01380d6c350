// A relative time, with the exact time in the viewer's time zone on hover and for machines.
import { useEffect, useState } from 'react'
import { formatAgo, formatExact } from '../format.ts'
import { serverNow } from '../server-clock.ts'

const EVERY = 30_000

export function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), EVERY)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatAgo(at, now)}
    </time>
  )
}
