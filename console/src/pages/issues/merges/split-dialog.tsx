// Names the split-off issue, or leaves that to the digest.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { plural } from '../../../format.ts'

type SplitDialogProps = {
  opened: boolean
  onClose: () => void
  selected: readonly { title: string }[]
  onSplit: (title: string | undefined) => void
}

export function SplitDialog({ opened, onClose, ...form }: SplitDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Split into a new issue">
      <SplitForm {...form} onClose={onClose} />
    </Modal>
  )
}

function SplitForm({ selected, onSplit, onClose }: Omit<SplitDialogProps, 'opened'>) {
  const [title, setTitle] = useState(selected[0]?.title.slice(0, LIMITS.issueTitleLength) ?? '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSplit(title.trim() || undefined)
      }}
    >
      <Stack>
        <Text size="sm">
          {plural(selected.length, 'observation')} will move to a new issue. The digest won’t merge the two
          issues again.
        </Text>
        <TextInput
          label="Title"
          description="Clear it to have a title generated automatically."
          placeholder="Generated automatically"
          onFocus={(event) => event.currentTarget.select()}
          maxLength={LIMITS.issueTitleLength}
          data-autofocus
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Split</Button>
        </Group>
      </Stack>
    </form>
  )
}
