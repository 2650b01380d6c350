// What a page adds to the command palette while it is open: actions for the selected or shown items.

import { useEffect, useId, useSyncExternalStore } from 'react'
import type { Icon } from '../icons/icon.tsx'

export type Command = {
  id: string
  label: string
  description?: string
  /** Synonyms, which are not shown. */
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

/** Updated with every render, so that actions apply to what the page currently shows. */
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
