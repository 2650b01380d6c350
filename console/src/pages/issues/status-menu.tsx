// Sets a status, at once or with a note.
import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ISSUE_STATUSES, type IssueStatus } from '../../../../src/contract/labels.ts'
import { StatusIcon } from '../../components/issues/issue-marks.tsx'
import { capitalized } from '../../format.ts'
import { IconCheck, IconNote, IconNoteOff } from '../../icons/tabler.ts'
import { StatusNote } from './status-note.tsx'

type StatusMenuProps = {
  /** The current status; omitted for several issues. */
  status?: IssueStatus
  note?: string | null
  onChoose: (status: IssueStatus, note?: string | null) => void
  /** The button that opens it. */
  children: ReactNode
}

export function StatusMenu({ status, note, onChoose, children }: StatusMenuProps) {
  const [writing, { open, close }] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-start" width={220} shadow="md">
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          {ISSUE_STATUSES.map((choice) => (
            <Menu.Item
              key={choice}
              onClick={() => choice !== status && onChoose(choice)}
              leftSection={<StatusIcon status={choice} />}
              rightSection={choice === status && <IconCheck size={15} aria-label="Current status" />}
            >
              {capitalized(choice)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconNote size={16} />} onClick={open}>
            {note ? 'Edit note…' : 'Set status with a note…'}
          </Menu.Item>
          {status && note && (
            <Menu.Item leftSection={<IconNoteOff size={16} />} onClick={() => onChoose(status, null)}>
              Remove note
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <StatusNote opened={writing} onClose={close} status={status} note={note} onChoose={onChoose} />
    </>
  )
}
