// Says what is lost with a tag, and asks.
import { Button, Group, Modal, Text } from '@mantine/core'
import { plural } from '../../format.ts'
import type { TagRemoval } from './tag-removal.ts'

export function ConfirmTagRemoval({ removal: { asked, keep, forGood } }: { removal: TagRemoval }) {
  return (
    <Modal opened={asked !== null} onClose={keep} title={`Delete “${asked?.label}”?`} centered>
      {asked && (
        <>
          <Text size="sm">
            It will be removed from {plural(asked.observation_count, 'observation')}, and everything people
            confirmed or removed by hand will be lost. This can’t be undone. A new tag with the same label
            starts from scratch.
          </Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" data-autofocus onClick={keep}>
              Keep tag
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
