// A member's role: changed immediately, with undo.
import { Select, Text } from '@mantine/core'
import { ROLES, type Role } from '../../../../src/contract/labels.ts'
import { api, projectPath } from '../../api.ts'
import { sayFailed, sayUndoable } from '../../components/notices.tsx'
import { capitalized, withArticle } from '../../format.ts'
import { useChange } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { useSessionRefresh } from '../../session/session.ts'
import type { MemberRow } from './member-row.ts'

export function MemberRole({ member: { account_id, name, role, self } }: { member: MemberRow }) {
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
        // A former owner cannot undo the change.
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
