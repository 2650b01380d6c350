// Says that a form contains an earlier draft, and offers to discard it.
import { Alert, Button, Group, Text } from '@mantine/core'

export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert color="gray" p="xs" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">Your unsaved changes from earlier are back.</Text>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard changes
        </Button>
      </Group>
    </Alert>
  )
}
