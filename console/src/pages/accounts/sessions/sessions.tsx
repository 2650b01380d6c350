// The account's sessions, and signing out of one or all of them.
import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { Label } from '../../../components/labels.tsx'
import { type Column, DataTable } from '../../../components/lists/data-table.tsx'
import { sayFailed } from '../../../components/notices.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Loaded, Rows } from '../../../components/states.tsx'
import { Ago } from '../../../components/time.tsx'
import { describeBrowser } from './browser-name.ts'
import { EndSession } from './end-session.tsx'
import type { OwnSession } from './own-session.ts'

async function readSessions(): Promise<OwnSession[]> {
  const [all, here] = await Promise.all([
    api.get('/api/auth/list-sessions'),
    api.get('/api/auth/get-session'),
  ])
  const own = all.map((session) => ({ ...session, current: session.id === here?.session.id }))
  return own.sort((a, b) => Number(b.current) - Number(a.current) || b.updatedAt.localeCompare(a.updatedAt))
}

const COLUMNS: Column<OwnSession>[] = [
  {
    head: 'Browser',
    cell: ({ userAgent, current }) => (
      <Group gap="xs">
        <Text size="sm" inherit>
          {describeBrowser(userAgent)}
        </Text>
        {current && <Label>This session</Label>}
      </Group>
    ),
  },
  { head: 'IP address', cell: ({ ipAddress }) => ipAddress || 'Unknown' },
  { head: 'Signed in', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { head: 'Sign out', actions: true, cell: (session) => <EndSession session={session} /> },
]

export function Sessions() {
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: readSessions })
  const leave = useMutation({
    mutationFn: () => api.post('/api/auth/revoke-sessions'),
    onSuccess: () => window.location.assign('/sign-in'),
    onError: sayFailed,
  })
  return (
    <Panel
      title="Sessions"
      about="Where you’re signed in."
      flush
      actions={
        <Button variant="default" size="xs" loading={leave.isPending} onClick={() => leave.mutate()}>
          Sign out everywhere
        </Button>
      }
    >
      <Loaded of={sessions} loading={<Rows count={2} height={28} />}>
        {(rows) => <DataTable label="Sessions" columns={COLUMNS} rows={rows} />}
      </Loaded>
    </Panel>
  )
}
