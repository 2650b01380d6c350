// Keyboard navigation in lists: j and k, Enter, and keys added by the page.
import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useState } from 'react'

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'
const ELSEWHERE = `${TYPING}, [role=dialog], [role=menu], [role=listbox]`
const PRESSABLE = 'a, button, summary, [role=button], [role=option]'

function isIn(event: KeyboardEvent, places: string): boolean {
  return event.target instanceof Element && event.target.closest(places) !== null
}

/** A dialog is open, wherever the focus is. */
const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null

/** Keys of a page, disabled while typing and in dialogs and menus. A focused checkbox does not count as typing. */
export function usePageKeys(keys: HotkeyItem[]): void {
  const resting = keys.map(([key, action, options]): HotkeyItem => {
    const act = (event: KeyboardEvent) => {
      if (isCovered() || isIn(event, ELSEWHERE)) return
      event.preventDefault()
      action(event)
    }
    return [key, act, { ...options, preventDefault: false }]
  })
  useHotkeys(resting, [])
}

type Place = { id: string | null; index: number }

/**
 * The row with the keyboard. It stays the same when live updates move rows, and keeps its position when its row is
 * removed. `current` is its index, or -1 for no row.
 */
export function useListKeys(
  rows: readonly { id: string }[],
  open: (index: number) => void,
  more: (index: number) => HotkeyItem[] = () => [],
) {
  const [place, setPlace] = useState<Place>({ id: null, index: -1 })
  const found = rows.findIndex(({ id }) => id === place.id)
  const current = found >= 0 ? found : Math.min(place.index, rows.length - 1)
  if (found >= 0 && found !== place.index) setPlace({ ...place, index: found })
  const setCurrent = (index: number) => setPlace({ id: rows[index]?.id ?? null, index })
  /** Moves to the row with this id as soon as it is listed, and until then to none. */
  const goTo = (id: string | undefined) => setPlace({ id: id ?? null, index: -1 })
  const move = (by: number) => setCurrent(Math.max(0, Math.min(rows.length - 1, current + by)))
  usePageKeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ...more(current).map(
      ([key, action, options]): HotkeyItem => [key, (event) => current >= 0 && action(event), options],
    ),
  ])
  useHotkeys([
    [
      'Enter',
      // Enter activates a focused link or button instead.
      (event) => current >= 0 && !isCovered() && !isIn(event, `${ELSEWHERE}, ${PRESSABLE}`) && open(current),
      { preventDefault: false },
    ],
  ])
  return { current, setCurrent, goTo }
}
