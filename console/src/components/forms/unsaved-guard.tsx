// Asks before leaving unsaved changes, in the console and when the tab is closed.
import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

type UnsavedGuardProps = {
  when: boolean
  /** A search parameter whose change also counts as leaving, such as `edit`. Other parameters stay on the page. */
  param?: string
  children?: string
}

export function UnsavedGuard({ when, param, children }: UnsavedGuardProps) {
  const blocker = useBlocker({
    disabled: !when,
    enableBeforeUnload: () => when,
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname ||
      (param !== undefined && parameter(current.search, param) !== parameter(next.search, param)),
    withResolver: true,
  })
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      // The Escape key that opens this dialog also reaches it through the window, so it only handles keys pressed
      // inside.
      closeOnEscape={false}
      onKeyDown={(event) => event.key === 'Escape' && blocker.reset?.()}
      title="Leave without saving?"
      centered
    >
      <Text size="sm">
        {children ??
          'Your changes haven’t been saved. They’re kept in this tab until you save or discard them.'}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          Keep editing
        </Button>
      </Group>
    </Modal>
  )
}

const parameter = (search: object, param: string): unknown => (search as Record<string, unknown>)[param]
