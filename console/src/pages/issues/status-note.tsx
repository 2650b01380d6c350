// A status with its note.
import { Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ISSUE_STATUSES, type IssueStatus } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { capitalized } from '../../format.ts'

type StatusNoteProps = {
  opened: boolean
  onClose: () => void
  status?: IssueStatus
  note?: string | null
  onChoose: (status: IssueStatus, note: string) => void
}

export function StatusNote({ opened, onClose, ...form }: StatusNoteProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Set status with a note">
      <StatusNoteForm {...form} onClose={onClose} />
    </Modal>
  )
}

function StatusNoteForm({ status = 'planned', note, onChoose, onClose }: Omit<StatusNoteProps, 'opened'>) {
  const [chosen, setChosen] = useState<IssueStatus>(status)
  const [text, setText] = useState(note ?? '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
        onChoose(chosen, text.trim())
      }}
    >
      <Stack>
        <Select
          label="Status"
          allowDeselect={false}
          data={ISSUE_STATUSES.map((value) => ({ value, label: capitalized(value) }))}
          value={chosen}
          onChange={(value) => value && setChosen(value as IssueStatus)}
        />
        <Textarea
          label="Note"
          placeholder="Shipping in the April release."
          autosize
          minRows={3}
          maxRows={10}
          maxLength={LIMITS.noteLength}
          data-autofocus
          required
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={text.trim() === ''}>
            Set status
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
