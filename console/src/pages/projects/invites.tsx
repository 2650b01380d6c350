// Pending invites.
import { Button } from '@mantine/core'
import type { Invite } from '../../../../src/contract/accounts/accounts.ts'
import { api, projectPath } from '../../api.ts'
import { type Column, DataTable } from '../../components/lists/data-table.tsx'
import { sayDone, sayFailed } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { ExpiryText } from '../../components/projects/expiry-text.tsx'
import { Ago } from '../../components/time.tsx'
import { capitalized } from '../../format.ts'
import { useChange, useList } from '../../queries.ts'

const COLUMNS: Column<Invite>[] = [
  { head: 'For', cell: ({ email }) => email ?? 'Anyone with the link' },
  { head: 'Role', cell: ({ role }) => capitalized(role) },
  {
    head: 'Invited by',
    cell: ({ invited_by }) => (
      <span dir="auto" className="fn-break">
        {invited_by}
      </span>
    ),
  },
  { head: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
  { head: 'Expires', cell: ({ expires_at }) => <ExpiryText at={expires_at} /> },
  { head: 'Withdraw', actions: true, cell: (invite) => <Withdraw invite={invite} /> },
]

export function Invites() {
  const invites = useList(['invites'])
  if (invites.items.length === 0) return null
  return (
    <Panel title="Pending invites" about="Each link works once and is shown only when it’s created." flush>
      <DataTable label="Pending invites" columns={COLUMNS} rows={invites.items} more={invites} />
    </Panel>
  )
}

function Withdraw({ invite: { id, email } }: { invite: Invite }) {
  const withdraw = useChange((_: undefined, projectId) => api.delete(projectPath(projectId, 'invites', id)), {
    onDone: () => sayDone('Withdrew the invite. Its link no longer works.'),
  })
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate(undefined, { onError: sayFailed })}
      aria-label={`Withdraw the invite for ${email ?? 'anyone with the link'}`}
    >
      Withdraw
    </Button>
  )
}
