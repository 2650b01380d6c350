// The keyboard shortcuts of a page, behind a button and the key "?".
import { ActionIcon, Group, Kbd, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '../../icons/tabler.ts'
import { usePageKeys } from './list-keys.ts'

export type Shortcut = [key: string, action: string]

type ShortcutsProps = {
  keys: Shortcut[]
  /** Additional notes. */
  note?: string
}

export function Shortcuts({ keys, note }: ShortcutsProps) {
  const [opened, { open, close }] = useDisclosure(false)
  usePageKeys([['shift+?', open]])
  return (
    <>
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon
          variant="default"
          size={36}
          visibleFrom="sm"
          onClick={open}
          aria-label="Keyboard shortcuts"
        >
          <IconKeyboard size={18} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={opened} onClose={close} title="Keyboard shortcuts" size="sm">
        <Stack gap={10}>
          {[...keys, ['/', 'Search'], ['?', 'Show keyboard shortcuts']].map(([key, action]) => (
            <Group key={key} justify="space-between" wrap="nowrap">
              <Text size="sm">{action}</Text>
              <Kbd>{key}</Kbd>
            </Group>
          ))}
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Stack>
      </Modal>
    </>
  )
}
