// Invites that nobody has accepted yet.
import { Button } from '@mantine/core'
import type { Invite } from '../../../../src/contract/accounts/accounts.ts'
import { api, projectPath } from '../../api.ts'
import { type Column, DataTable } from '../../components/lists/data-table.tsx'
import { sayDone, sayFailed } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { ExpiryText } from '../../components/projects/expiry-text.tsx'
import { Ago } from '../../components/time.tsx'
import { useChange, useList } from '../../queries.ts'

const COLUMNS: Column<Invite>[] = [
  { head: 'For', cell: ({ email }) => email ?? 'Whoever has the link' },
  { head: 'Role', cell: ({ role }) => role },
  { head: 'Invited by', cell: ({ invited_by }) => <span className="fn-break">{invited_by}</span> },
  { head: 'Made', cell: ({ created_at }) => <Ago at={created_at} /> },
  { head: 'Valid until', cell: ({ expires_at }) => <ExpiryText at={expires_at} /> },
  { head: 'Withdraw', actions: true, cell: (invite) => <Withdraw invite={invite} /> },
]

export function Invites() {
  const invites = useList<Invite>(['invites'])
  if (invites.items.length === 0) return null
  return (
    <Panel title="Open invites" about="Each link works once. It was shown when it was made." flush>
      <DataTable
        label="Open invites"
        columns={COLUMNS}
        rows={invites.items}
        hasMore={invites.hasNextPage}
        loadMore={invites.fetchNextPage}
      />
    </Panel>
  )
}

function Withdraw({ invite: { id, email } }: { invite: Invite }) {
  const withdraw = useChange((_: undefined, projectId) => api.delete(projectPath(projectId, 'invites', id)), {
    touches: ['invites', 'audit'],
    onDone: () => sayDone('The invite is withdrawn. Its link does not work any more.'),
  })
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate(undefined, { onError: sayFailed })}
      aria-label={`Withdraw the invite for ${email ?? 'whoever has the link'}`}
    >
      Withdraw
    </Button>
  )
}
