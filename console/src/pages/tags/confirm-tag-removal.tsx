// Says honestly what is lost with a tag, and asks.
import { Button, Group, Modal, Text } from '@mantine/core'
import { plural } from '../../format.ts'
import type { TagRemoval } from './tag-removal.ts'

export function ConfirmTagRemoval({ removal: { asked, keep, forGood } }: { removal: TagRemoval }) {
  return (
    <Modal opened={asked !== null} onClose={keep} title={`Delete “${asked?.label}”?`} centered>
      {asked && (
        <>
          <Text size="sm">
            It is taken off {plural(asked.observation_count, 'observation')}, and what people confirmed or
            removed by hand is forgotten. This cannot be undone: a new tag of the same label starts over.
          </Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" data-autofocus onClick={keep}>
              Keep it
            </Button>
            <Button color="red" onClick={() => forGood(asked)}>
              Delete tag
            </Button>
          </Group>
        </>
      )}
    </Modal>
  )
}
