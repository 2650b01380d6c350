// Apps that act for the account, and disconnecting them.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Grant } from '../../../../src/contract/accounts/oauth.ts'
import { api } from '../../api.ts'
import { Confirm } from '../../components/forms/confirm.tsx'
import { type Column, DataTable } from '../../components/lists/data-table.tsx'
import { sayDone } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty, Failed, Rows } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'
import { SCOPE_POWERS } from '../../session/powers.ts'

const COLUMNS: Column<Grant>[] = [
  {
    head: 'App',
    cell: ({ client_name, client_host, scopes }) => (
      <>
        <Text size="sm" inherit dir="auto" className="fn-break">
          {client_name}
          {client_host && ` (${client_host})`}
        </Text>
        <Text size="xs" c="dimmed">
          Can {scopes.map((scope) => SCOPE_POWERS[scope]).join('; ')}
        </Text>
      </>
    ),
  },
  {
    head: 'Project',
    cell: ({ project_name }) => (
      <span dir="auto" className="fn-break">
        {project_name}
      </span>
    ),
  },
  { head: 'Connected', cell: ({ created_at }) => <Ago at={created_at} /> },
  { head: 'Last used', cell: ({ last_used_at }) => (last_used_at ? <Ago at={last_used_at} /> : 'Never') },
  { head: 'Disconnect', actions: true, cell: (grant) => <Disconnect grant={grant} /> },
]

export function ConnectedApps() {
  return (
    <Panel
      title="Connected apps"
      about="Apps you’ve allowed to act for you, such as Claude or ChatGPT. Each has access to one project."
      flush
    >
      <GrantList />
    </Panel>
  )
}

function GrantList() {
  const grants = useInfiniteQuery({
    queryKey: ['grants'],
    queryFn: ({ pageParam, signal }) => api.get('/api/grants', { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  })
  const rows = grants.data?.pages.flatMap(({ items }) => items)
  if (grants.error && !rows) return <Failed error={grants.error} retry={() => void grants.refetch()} />
  if (!rows) return <Rows count={2} height={28} />
  if (rows.length === 0)
    return (
      <Empty title="No connected apps">
        Add a project’s MCP URL to an app, and it will ask you for access here.
      </Empty>
    )
  return <DataTable label="Connected apps" columns={COLUMNS} rows={rows} more={grants} />
}

function Disconnect({ grant: { id, client_name, project_name } }: { grant: Grant }) {
  const [asking, { open, close }] = useDisclosure(false)
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api.delete(`/api/grants/${id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['grants'] })
      sayDone(`Disconnected ${client_name}.`)
    },
  })
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={open}
        aria-label={`Disconnect ${client_name} from ${project_name}`}
      >
        Disconnect
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={`Disconnect “${client_name}”?`}
        action="Disconnect"
        onConfirm={() => revoke.mutate()}
        busy={revoke.isPending}
        error={revoke.error}
      >
        <Text size="sm">
          It loses access to {project_name} immediately. To use it again, connect it again from the app.
        </Text>
      </Confirm>
    </>
  )
}
