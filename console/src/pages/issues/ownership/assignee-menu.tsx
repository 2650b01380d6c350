// Assigns an issue to a member, or to nobody.
import { Avatar, Box, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import type { Assignee } from '../../../../../src/contract/issues/ownership.ts'
import { bestMatches } from '../../../../../src/contract/matching.ts'
import { IconCheck, IconChevronDown, IconUserOff } from '../../../icons/tabler.ts'
import classes from '../detail/judgment-menus.module.css'
import { useIssueActions } from '../use-issue-actions.ts'
import { useAssignees } from './members.ts'

export function AssigneeMenu({ issue, mayEdit }: { issue: Issue; mayEdit: boolean }) {
  const { assign } = useIssueActions()
  const { assignee } = issue
  if (!mayEdit) return <Name assignee={assignee} />
  return (
    <PeopleMenu chosen={assignee} onChoose={(person) => void assign([issue], person)}>
      <UnstyledButton className={classes.judgment} aria-label={`Assignee: ${assignee?.name ?? 'nobody'}`}>
        <Name assignee={assignee} />
        <IconChevronDown size={14} />
      </UnstyledButton>
    </PeopleMenu>
  )
}

function Name({ assignee }: { assignee: Assignee | null }) {
  if (!assignee)
    return (
      <Text size="sm" c="dimmed" component="span">
        Nobody
      </Text>
    )
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <Avatar name={assignee.name} size={18} color="moss" aria-hidden />
      <Text size="sm" component="span" className="fn-break">
        {assignee.name}
      </Text>
    </Group>
  )
}

export function AssignSelected({ issues, onAssigned }: { issues: readonly Issue[]; onAssigned: () => void }) {
  const { assign } = useIssueActions()
  const choose = (person: Assignee | null) => {
    onAssigned()
    void assign(issues, person)
  }
  return (
    <PeopleMenu onChoose={choose}>
      <Button size="xs" variant="default">
        Assign
      </Button>
    </PeopleMenu>
  )
}

/** Longer lists get a search field. */
const FEW = 8

type PeopleMenuProps = {
  /** The current assignee; omitted for several issues. */
  chosen?: Assignee | null
  onChoose: (person: Assignee | null) => void
  children: ReactNode
}

function PeopleMenu({ chosen, onChoose, children }: PeopleMenuProps) {
  const { people, self } = useAssignees()
  const [text, setText] = useState('')
  const found = bestMatches(text, people, ({ name, email }) => [name, email])
  return (
    <Menu position="bottom-end" width={240} shadow="md" onClose={() => setText('')}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {people.length > FEW && (
          <Menu.Search
            placeholder="Search members…"
            aria-label="Search members"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Box mah={320} style={{ overflowY: 'auto' }}>
          {found.map((person) => (
            <Menu.Item
              key={person.account_id}
              leftSection={<Avatar name={person.name} size={22} color="moss" aria-hidden />}
              rightSection={
                person.account_id === chosen?.account_id && (
                  <IconCheck size={15} aria-label="Current assignee" />
                )
              }
              onClick={() => person.account_id !== chosen?.account_id && onChoose(person)}
            >
              {person.name}
              {person.account_id === self && ' (you)'}
            </Menu.Item>
          ))}
          {found.length === 0 && <Menu.Label>No matching members</Menu.Label>}
        </Box>
        {chosen !== null && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconUserOff size={16} />} onClick={() => onChoose(null)}>
              Unassign
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
