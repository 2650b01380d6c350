// A dialog for a decision on a theme.
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormError } from '../../../components/forms/form-error.tsx'

type ThemeDialogProps = {
  title: string
  action: string
  disabled: boolean
  decision: { isPending: boolean; error: Error | null }
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

export function ThemeDialog(props: ThemeDialogProps) {
  const { title, action, disabled, decision, onSubmit, onClose, children } = props
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Stack>
          <FormError error={decision.error} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={disabled} loading={decision.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
