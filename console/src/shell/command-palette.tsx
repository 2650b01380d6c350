// ⌘K: every page, the issues that match, projects and a few actions, a keystroke away. Loaded when first opened.
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })))

const OPEN = new EventTarget()

export const openPalette = (): void => void OPEN.dispatchEvent(new Event('open'))

export function CommandPalette() {
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  useHotkeys([['mod+K', openPalette]], [])
  useEffect(() => {
    const open = () => {
      setWanted(true)
      setOpened(true)
    }
    OPEN.addEventListener('open', open)
    return () => OPEN.removeEventListener('open', open)
  }, [])
  if (!wanted) return null
  return (
    <Suspense>
      <Palette opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  )
}
