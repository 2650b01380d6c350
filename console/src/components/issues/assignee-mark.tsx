// An issue's assignee as initials.
import { Avatar, Tooltip } from '@mantine/core'
import type { Assignee } from '../../../../src/contract/issues/ownership.ts'

export function AssigneeMark({ assignee }: { assignee: Assignee }) {
  return (
    <Tooltip label={`Assigned to ${assignee.name}`}>
      <Avatar
        name={assignee.name}
        size={20}
        color="moss"
        role="img"
        aria-label={`Assigned to ${assignee.name}`}
      />
    </Tooltip>
  )
}
