// The project's event stream, shared by all pages: new observations as they are stored, and when lists have changed.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { ObservationDetail } from '../../../src/contract/admin.ts'
import { projectPath } from '../api.ts'
import { useProjectId } from '../session/project.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

/** An observation was stored; so many that they are only counted; or the digest may have changed any of them. */
export type LiveEvent =
  | { type: 'observation'; observation: ObservationDetail }
  | { type: 'many'; count: number }
  | { type: 'digest' }

type Listener = (event: LiveEvent) => void

type Live = { state: LiveState; listen(listener: Listener): () => void }

const LiveContext = createContext<Live>({ state: 'connecting', listen: () => () => {} })

export const useLive = () => useContext(LiveContext)

/** Calls `listener` with all that happens in the project while the page is open. */
export function useLiveEvents(listener: Listener): void {
  const { listen } = useLive()
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => listen((event) => latest.current(event)), [listen])
}

/** Calls `listener` with each observation that is stored while the page is open. */
export function useNewObservations(listener: (observation: ObservationDetail) => void): void {
  useLiveEvents((event) => event.type === 'observation' && listener(event.observation))
}

/** What changes when an observation is digested: re-read, at most every few seconds. */
const TOUCHED = ['overview', 'issues', 'digest', 'users', 'tags']
const REFRESH_EVERY = 3_000

export function LiveProject({ children }: { children: ReactNode }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  const listeners = useRef(new Set<Listener>())
  const listen = useRef((listener: Listener) => {
    listeners.current.add(listener)
    return () => void listeners.current.delete(listener)
  }).current

  useEffect(() => {
    const source = new EventSource(projectPath(projectId, 'events'))
    let due: ReturnType<typeof setTimeout> | undefined
    const refreshSoon = () => {
      due ??= setTimeout(() => {
        due = undefined
        for (const part of TOUCHED) void client.invalidateQueries({ queryKey: ['project', projectId, part] })
      }, REFRESH_EVERY)
    }
    const tell = (event: LiveEvent) => {
      for (const listener of listeners.current) listener(event)
      refreshSoon()
    }
    source.onopen = () => setState('live')
    source.onerror = () => setState('lost')
    source.addEventListener('observation', ({ data }) =>
      tell({ type: 'observation', observation: JSON.parse(data) }),
    )
    source.addEventListener('many', ({ data }) => tell({ type: 'many', count: JSON.parse(data).count }))
    source.addEventListener('digest', () => tell({ type: 'digest' }))
    return () => {
      clearTimeout(due)
      source.close()
    }
  }, [projectId, client])

  return <LiveContext.Provider value={{ state, listen }}>{children}</LiveContext.Provider>
}
