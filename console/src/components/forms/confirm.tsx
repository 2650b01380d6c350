// Asks before the few actions that cannot be undone.
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormError } from './form-error.tsx'

type ConfirmProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** The label of the button: the action itself, not "OK". */
  action: string
  onConfirm: () => void
  busy?: boolean
  error?: Error | null
  disabled?: boolean
  children: ReactNode
}

export function Confirm(props: ConfirmProps) {
  const {
    opened,
    onClose,
    title,
    action,
    onConfirm,
    busy = false,
    error = null,
    disabled = false,
    children,
  } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!disabled) onConfirm()
        }}
      >
        <Stack>
          <FormError error={error && new Error(error.message)} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={disabled}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
