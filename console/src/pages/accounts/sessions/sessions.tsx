// The account's sessions, and signing out of one or all of them.
import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignedIn } from '../../../account-operations.ts'
import { api } from '../../../api.ts'
import { Label } from '../../../components/labels.tsx'
import { type Column, DataTable } from '../../../components/lists/data-table.tsx'
import { sayDone, sayFailed } from '../../../components/notices.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Loaded, Rows } from '../../../components/states.tsx'
import { Ago } from '../../../components/time.tsx'

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

/** Ends a session elsewhere: a browser that one has lost or forgotten. */
function EndSession({ session: { id, userAgent, current } }: { session: OwnSession }) {
  const client = useQueryClient()
  const browser = describeBrowser(userAgent)
  const end = useMutation({
    mutationFn: () => api.delete(`/api/sessions/${id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['sessions'] })
      sayDone(`Signed out ${browser}.`)
    },
    onError: sayFailed,
  })
  if (current) return null
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={`Sign out ${browser}`}
    >
      Sign out
    </Button>
  )
}

/** A session of one's own account, and whether it is the one that asks. */
type OwnSession = SignedIn & { current: boolean }

// A browser as people call it, from what it says of itself. A guess: good enough to recognize one's own.

// The order matters: most browsers also claim to be Safari, and many to be Chrome.
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

function describeBrowser(userAgent: string | null): string {
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const browser = find(BROWSERS) ?? 'Unknown browser'
  const system = find(SYSTEMS)
  return system ? `${browser} on ${system}` : browser
}
