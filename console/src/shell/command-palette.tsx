// ⌘K: pages, matching issues, projects and actions.
import { Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Palette } from './palette.tsx'

const OPEN = new EventTarget()

export const openPalette = (): void => void OPEN.dispatchEvent(new Event('open'))

export function CommandPalette() {
  const [opened, setOpened] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useHotkeys([['mod+K', openPalette]], [])
  useEffect(() => {
    // Rendered and focused within the key press, so that the next key is typed here and not on the page.
    const open = () => {
      flushSync(() => setOpened(true))
      input.current?.focus()
    }
    OPEN.addEventListener('open', open)
    return () => OPEN.removeEventListener('open', open)
  }, [])
  const close = () => setOpened(false)
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      padding={0}
      size={620}
      yOffset={80}
      transitionProps={{ duration: 0 }}
      zIndex={1000}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <Modal.Body>
          <Palette input={input} onClose={close} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
