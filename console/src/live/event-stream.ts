// The project's events while somebody listens. Browsers reconnect after a broken connection, but not after a refusal:
// by a proxy while the service restarts, or when nobody is signed in for a moment.
import type { ObservationDetail } from '../../../src/contract/observations/observation-details.ts'
import { projectPath } from '../api.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

/**
 * The stream started or restarted, so earlier events may be missing; an observation was stored; so many were stored
 * that they are only counted; or the digest may have changed any of them.
 */
export type LiveEvent =
  | { type: 'ready' }
  | { type: 'observation'; observation: ObservationDetail }
  | { type: 'many'; count: number }
  | { type: 'digest' }

const TRY_AGAIN_MS = 5_000

type Listening = { onState: (state: LiveState) => void; onEvent: (event: LiveEvent) => void }

/** Returns a function that stops listening. */
export function listenToProject(projectId: string, { onState, onEvent }: Listening): () => void {
  let source: EventSource
  let again: ReturnType<typeof setTimeout>
  const open = () => {
    source = new EventSource(projectPath(projectId, 'events'))
    source.onerror = () => {
      onState('lost')
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, TRY_AGAIN_MS)
    }
    source.addEventListener('ready', () => {
      onState('live')
      onEvent({ type: 'ready' })
    })
    source.addEventListener('observation', ({ data }) =>
      onEvent({ type: 'observation', observation: JSON.parse(data) }),
    )
    source.addEventListener('many', ({ data }) => onEvent({ type: 'many', count: JSON.parse(data).count }))
    source.addEventListener('digest', () => onEvent({ type: 'digest' }))
  }
  open()
  return () => {
    clearTimeout(again)
    source.close()
  }
}
