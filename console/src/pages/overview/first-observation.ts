// Whether a project has any observations, and the moment when the first one arrives.
import { useState } from 'react'
import type { ObservationDetail } from '../../../../src/contract/observations/observation-details.ts'
import { useLiveEvents } from '../../live/live-project.tsx'
import { useResource } from '../../queries.ts'

export type FirstObservation = {
  /** `arrived`: a moment ago, while the page was open; `heard`: there are observations. */
  state: 'unknown' | 'waiting' | 'arrived' | 'heard'
  observation: ObservationDetail | null
  /** Continues to the overview. */
  goOn: () => void
}

export function useFirstObservation(): FirstObservation {
  const newest = useResource(['observations'], { limit: 1 })
  const [arrived, setArrived] = useState<ObservationDetail | null>(null)
  const [waited, setWaited] = useState(false)
  const first = newest.data?.items[0]
  const waiting = newest.data !== undefined && first === undefined
  // During rendering, so that the steps are not replaced by the overview in between.
  if (waiting !== waited) {
    setWaited(waiting)
    if (first) setArrived(first)
  }
  useLiveEvents(({ type }) => {
    if (waiting && type !== 'digest') void newest.refetch()
  })
  const known = newest.data !== undefined || newest.isError
  const state = arrived ? 'arrived' : waiting ? 'waiting' : known ? 'heard' : 'unknown'
  return { state, observation: arrived, goOn: () => setArrived(null) }
}
