// The project's event stream, shared by all pages: new observations, and changed lists.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useProjectId } from '../session/project.ts'
import { type LiveEvent, type LiveState, listenToProject } from './event-stream.ts'

type Listener = (event: LiveEvent) => void

type Live = { state: LiveState; listen(listener: Listener): () => void }

const LiveContext = createContext<Live>({ state: 'connecting', listen: () => () => {} })

export const useLive = () => useContext(LiveContext)

/** Calls `listener` for every event in the project while the page is open. */
export function useLiveEvents(listener: Listener): void {
  const { listen } = useLive()
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => listen((event) => latest.current(event)), [listen])
}

/** What the digest of an observation changes; refreshed every few seconds at most. */
const TOUCHED = [
  ['overview'],
  ['issues'],
  ['duplicates'],
  ['totals', 'duplicates'],
  ['digest'],
  ['users'],
  ['tags'],
]
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
    let due: ReturnType<typeof setTimeout> | undefined
    const refreshSoon = () => {
      due ??= setTimeout(() => {
        due = undefined
        for (const parts of TOUCHED)
          void client.invalidateQueries({ queryKey: ['project', projectId, ...parts] })
      }, REFRESH_EVERY)
    }
    const onEvent = (event: LiveEvent) => {
      for (const listener of listeners.current) listener(event)
      // Open lists refresh themselves; cached ones would not.
      void client.invalidateQueries({
        queryKey: ['project', projectId, 'observations'],
        type: 'inactive',
        refetchType: 'none',
      })
      refreshSoon()
    }
    const stop = listenToProject(projectId, { onState: setState, onEvent })
    return () => {
      clearTimeout(due)
      stop()
    }
  }, [projectId, client])

  return <LiveContext.Provider value={{ state, listen }}>{children}</LiveContext.Provider>
}
