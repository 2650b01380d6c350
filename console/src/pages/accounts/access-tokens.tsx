// Personal access tokens, for scripts that act for a person.
import { Button, Code, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccessToken } from '../../../../src/contract/accounts/accounts.ts'
import { api } from '../../api.ts'
import { CodeBlock } from '../../components/copy.tsx'
import { type Column, DataTable } from '../../components/lists/data-table.tsx'
import { Panel } from '../../components/panel.tsx'
import { ExpiryText, hasEnded } from '../../components/projects/expiry-text.tsx'
import { NewSecret } from '../../components/projects/new-secret.tsx'
import { Empty, Failed, Rows } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'
import { RevokeToken } from './revoke-token.tsx'

const COLUMNS: Column<AccessToken>[] = [
  {
    head: 'Name',
    cell: ({ name, prefix }) => (
      <>
        <Text size="sm" inherit dir="auto" className="fn-break">
          {name}
        </Text>
        <Code>{prefix}…</Code>
      </>
    ),
  },
  { head: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
  { head: 'Last used', cell: ({ last_used_at }) => (last_used_at ? <Ago at={last_used_at} /> : 'Never') },
  {
    head: 'Expires',
    cell: ({ expires_at }) => <ExpiryText at={expires_at} />,
  },
  { head: 'Revoke', actions: true, cell: (token) => <RevokeToken token={token} /> },
]

export function AccessTokens() {
  const [creating, { open, close }] = useDisclosure(false)
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (body: { name: string; expires_at: string | null }) => api.post('/api/tokens', body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  })
  return (
    <Panel
      title="Access tokens"
      about="For scripts. A token can do anything you can, except create tokens or change your account."
      flush
      actions={
        <Button size="xs" onClick={open}>
          Create token
        </Button>
      }
    >
      <TokenList />
      <NewSecret
        opened={creating}
        onClose={close}
        noun="access token"
        nameHint="What the token is for, such as “Weekly report”."
        create={async (body) => (await create.mutateAsync(body)).token}
        usage={(token) => <Usage token={token} />}
      />
    </Panel>
  )
}

function TokenList() {
  const tokens = useInfiniteQuery({
    queryKey: ['tokens'],
    queryFn: ({ pageParam, signal }) => api.get('/api/tokens', { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  })
  const rows = tokens.data?.pages.flatMap(({ items }) => items)
  if (tokens.error && !rows) return <Failed error={tokens.error} retry={() => void tokens.refetch()} />
  if (!rows) return <Rows count={2} height={28} />
  if (rows.length === 0)
    return (
      <Empty title="No access tokens yet">
        Create one when a script needs to read or change your projects.
      </Empty>
    )
  return (
    <DataTable
      label="Access tokens"
      columns={COLUMNS}
      rows={rows}
      quiet={({ expires_at }) => hasEnded(expires_at)}
      more={tokens}
    />
  )
}

function Usage({ token }: { token: string }) {
  return (
    <Stack gap={6}>
      <Text size="sm">For example, to list your projects:</Text>
      <CodeBlock
        label="example"
        code={`curl ${window.location.origin}/api/projects \\\n  -H "Authorization: Bearer ${token}"`}
      />
    </Stack>
  )
}
