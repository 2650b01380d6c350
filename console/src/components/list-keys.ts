// Moving through a list with the keyboard: j and k, enter, and what the page adds.
import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'

export function useListKeys(
  count: number,
  open: (index: number) => void,
  more: (index: number) => HotkeyItem[] = () => [],
) {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    if (current >= count) setCurrent(count - 1)
  }, [count, current])
  const move = (by: number) => setCurrent((index) => Math.max(0, Math.min(count - 1, index + by)))
  const onRow = (deed: (index: number) => void) => () => {
    if (current >= 0 && current < count) deed(current)
  }
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['Enter', onRow(open), { preventDefault: false }],
    ...more(current).map(
      ([key, deed, options]): HotkeyItem => [key, (event) => current >= 0 && deed(event), options],
    ),
  ])
  return { current, setCurrent }
}
