// What a page offers to the command palette while it is open: actions for what is selected or shown.

import { useEffect, useId, useSyncExternalStore } from 'react'
import type { Icon } from '../icons/icon.tsx'

export type Command = {
  id: string
  label: string
  description?: string
  /** Other words for it, which are not shown. */
  words?: string[]
  icon: Icon
  run: () => void
}

export type CommandGroup = { label: string; commands: Command[] }

let offered: ReadonlyMap<string, CommandGroup> = new Map()
const listeners = new Set<() => void>()

function offer(id: string, group: CommandGroup | null): void {
  const others = [...offered].filter(([other]) => other !== id)
  offered = new Map(group ? [...others, [id, group]] : others)
  for (const listener of listeners) listener()
}

/** Read anew with every rendering, so that an action sees what the page shows now. */
export function useCommands(group: CommandGroup | null): void {
  const id = useId()
  useEffect(() => offer(id, group?.commands.length ? group : null))
  useEffect(() => () => offer(id, null), [id])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useOfferedCommands(): CommandGroup[] {
  return [...useSyncExternalStore(subscribe, () => offered).values()]
}
