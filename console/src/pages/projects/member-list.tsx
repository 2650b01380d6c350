// The members, each with a role that owners may change.
import { Avatar, Badge, Box, Group, Select, Text } from '@mantine/core'
import { ROLES, type Role } from '../../../../src/contract/labels.ts'
import { api, projectPath } from '../../api.ts'
import { type Column, DataTable } from '../../components/lists/data-table.tsx'
import { sayFailed, sayUndoable } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { Failed, Rows } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'
import { capitalized, withArticle } from '../../format.ts'
import { useChange, useList } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { useSession, useSessionRefresh } from '../../session/session.ts'
import { AccountActions } from './account-actions.tsx'
import type { MemberRow } from './member-row.ts'
import { RemoveMember } from './remove-member.tsx'

const COLUMNS: Column<MemberRow>[] = [
  {
    head: 'Name',
    cell: ({ name, email, self, disabled }) => (
      <Group gap={10} wrap="nowrap">
        <Avatar name={name} color="moss" size={30} aria-hidden />
        <Box miw={0}>
          <Text size="sm" fw={540} dir="auto" className="fn-break">
            {name}
            {self && (
              <Text span c="dimmed" fw={400}>
                {' '}
                (you)
              </Text>
            )}
            {disabled && (
              <Badge variant="light" color="gray" size="sm" tt="none" ml={8}>
                Disabled
              </Badge>
            )}
          </Text>
          <Text size="xs" c="dimmed" dir="auto" className="fn-break">
            {email}
          </Text>
        </Box>
      </Group>
    ),
  },
  { head: 'Role', cell: (member) => <MemberRole member={member} /> },
  { head: 'Joined', cell: ({ joined_at }) => <Ago at={joined_at} /> },
  {
    head: 'Actions',
    actions: true,
    cell: (member) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <RemoveMember member={member} />
        <AccountActions member={member} />
      </Group>
    ),
  },
]

export function MemberList() {
  const members = useList(['members'])
  const account = useSession().data?.account
  if (members.error && !members.data)
    return <Failed error={members.error} retry={() => void members.refetch()} />
  const rows = members.items.map((member) => ({
    ...member,
    id: member.account_id,
    self: member.account_id === account?.id,
  }))
  return (
    <Panel flush>
      {members.data ? (
        <DataTable label="Members" columns={COLUMNS} rows={rows} more={members} />
      ) : (
        <Rows count={2} />
      )}
    </Panel>
  )
}

/** A member's role: changed at once, and back again as easily. */
function MemberRole({ member: { account_id, name, role, self } }: { member: MemberRow }) {
  const mayChange = useMay('owner')
  const refreshSession = useSessionRefresh()
  const change = useChange(
    (to: Role, projectId) => api.patch(projectPath(projectId, 'members', account_id), { role: to }),
    { onDone: () => self && void refreshSession() },
  )
  if (!mayChange) return <Text size="sm">{capitalized(role)}</Text>
  const choose = (to: Role) =>
    change.mutate(to, {
      onError: sayFailed,
      onSuccess: () => {
        // Who is no owner anymore cannot take it back.
        if (!self)
          sayUndoable(`${name} is now ${withArticle(to)}.`, () => change.mutate(role, { onError: sayFailed }))
      },
    })
  return (
    <Select
      aria-label={`Role of ${name}`}
      size="xs"
      w={110}
      allowDeselect={false}
      data={ROLES.map((value) => ({ value, label: capitalized(value) }))}
      value={change.isPending ? (change.variables ?? role) : role}
      disabled={change.isPending}
      onChange={(to) => to && to !== role && choose(to as Role)}
    />
  )
}
