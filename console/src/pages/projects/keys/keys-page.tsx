// API keys: what agents authenticate with.
import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { DAY_MS } from '../../../../../src/contract/date-time.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { ApiKey } from '../../../../../src/contract/projects/keys.ts'
import { api, projectPath } from '../../../api.ts'
import { type Column, DataTable } from '../../../components/lists/data-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { ExpiryText, hasEnded } from '../../../components/projects/expiry-text.tsx'
import { NewSecret } from '../../../components/projects/new-secret.tsx'
import { OwnersOnly } from '../../../components/projects/owners-only.tsx'
import { Empty, Failed, Rows } from '../../../components/states.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { IconClockExclamation, IconPlus } from '../../../icons/tabler.ts'
import { useChange, useList } from '../../../queries.ts'
import { serverNow } from '../../../server-clock.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { KeyState, stateOfKey } from './key-state.tsx'
import { RequestLimits } from './request-limits.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

export function KeysPage() {
  const mayCreate = useMay('owner')
  const [creating, { open, close }] = useDisclosure(false)
  return (
    <Page
      title="API keys"
      about="Agents send a key with every request. Give each agent its own key so you can revoke them separately."
      actions={mayCreate && <NewKeyButton onClick={open} />}
    >
      <OwnersOnly what="keys" />
      <Stack gap="md">
        <ExpiringKeys />
        <Panel flush>
          <KeyList onCreate={open} />
        </Panel>
        <RequestLimits />
      </Stack>
      <NewKey opened={creating} onClose={close} />
    </Page>
  )
}

function NewKeyButton({ onClick, children = 'Create key' }: { onClick: () => void; children?: string }) {
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
      {children}
    </Button>
  )
}

const COLUMNS: Column<ApiKey>[] = [
  {
    head: 'Name',
    cell: ({ name, prefix }) => (
      <>
        <Text size="sm" inherit fw={540} dir="auto" className="fn-break">
          {name}
        </Text>
        <Code>{prefix}…</Code>
      </>
    ),
  },
  { head: 'Status', cell: (key) => <KeyState apiKey={key} /> },
  { head: 'Last used', cell: ({ last_used_at }) => (last_used_at ? <Ago at={last_used_at} /> : 'Never') },
  { head: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
  {
    head: 'Expires',
    cell: ({ expires_at, revoked_at }) =>
      revoked_at ? (
        <>
          Revoked <Ago at={revoked_at} />
        </>
      ) : (
        <ExpiryText at={expires_at} />
      ),
  },
]

const ACTIONS: Column<ApiKey> = {
  head: 'Actions',
  actions: true,
  cell: (key) => (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <RotateKey apiKey={key} />
      <RevokeKey apiKey={key} />
    </Group>
  ),
}

function KeyList({ onCreate }: { onCreate: () => void }) {
  const keys = useList(['keys'])
  const mayChange = useMay('owner')
  if (keys.error && !keys.data) return <Failed error={keys.error} retry={() => void keys.refetch()} />
  if (!keys.data) return <Rows count={3} />
  if (keys.items.length === 0)
    return (
      <Empty
        title="No keys yet"
        action={mayChange && <NewKeyButton onClick={onCreate}>Create your first key</NewKeyButton>}
      >
        Agents need a key to write to this project.
      </Empty>
    )
  return (
    <DataTable
      label="API keys"
      columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
      rows={keys.items}
      quiet={(key) => stateOfKey(key) !== 'active' || hasEnded(key.expires_at)}
      more={keys}
    />
  )
}

function NewKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const projectId = useProjectId()
  const create = useChange((body: { name: string; expires_at: string | null }, id) =>
    api.post(projectPath(id, 'keys'), body),
  )
  return (
    <NewSecret
      opened={opened}
      onClose={onClose}
      noun="API key"
      nameHint="The agent that uses it, such as “Support chat, production”."
      expiry={{ span: 'never', day: '' }}
      create={async (body) => (await create.mutateAsync(body)).key}
      usage={() => (
        <Text size="sm">
          Agents send it as <Code>Authorization: ApiKey …</Code> or <Code>X-Api-Key: …</Code>. For setup
          instructions for each client, see{' '}
          <Link to="/p/$projectId/settings/connect" params={{ projectId }}>
            Connect
          </Link>
          .
        </Text>
      )}
    />
  )
}

const SOON = LIMITS.keyReminderDays * DAY_MS

const endsSoon = (key: ApiKey): boolean =>
  stateOfKey(key) === 'active' &&
  key.expires_at !== null &&
  new Date(key.expires_at).getTime() - serverNow() < SOON

/** A reminder, while there is time to replace a key that ends soon. */
function ExpiringKeys() {
  const soon = useList(['keys']).items.filter(endsSoon)
  if (soon.length === 0) return null
  return (
    <Alert
      color="yellow"
      icon={<IconClockExclamation size={18} />}
      title={`${plural(soon.length, 'key')} will expire soon`}
    >
      Rotate them so your agents keep working. The old key stays valid while you switch over.
      <List size="sm" mt={6}>
        {soon.map(({ id, name, expires_at }) => (
          <List.Item key={id}>
            <bdi>{name}</bdi>: <Ago at={expires_at ?? ''} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
