// The keys of the inbox, on one card.
import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'

const SHORTCUTS: [keys: string[], deed: string][] = [
  [['j'], 'Next issue'],
  [['k'], 'Previous issue'],
  [['Enter'], 'Open it'],
  [['x'], 'Select it'],
  [['e'], 'Resolve, or reopen what is resolved'],
  [['m'], 'Merge into another issue'],
  [['Esc'], 'Select nothing'],
  [['/'], 'Search'],
  [['?'], 'Show these keys'],
]

export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="sm">
      <Stack gap={10}>
        {SHORTCUTS.map(([keys, deed]) => (
          <Group key={deed} justify="space-between">
            <Text size="sm">{deed}</Text>
            <Group gap={4}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
        <Text size="sm" c="dimmed">
          Hold shift while ticking a box to select a range. With issues selected, e and m are for all of them.
        </Text>
      </Stack>
    </Modal>
  )
}
