// All targets, one per line, with the result of their last message.
import { ActionIcon, Alert, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { Target } from '../../../../../src/contract/integrations/targets.ts'
import { api, projectPath } from '../../../api.ts'
import { Confirm } from '../../../components/forms/confirm.tsx'
import { sayDone, sayFailed } from '../../../components/notices.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Empty, Loaded, Rows } from '../../../components/states.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { IconDots, IconPlayerPause, IconPlus } from '../../../icons/tabler.ts'
import { useChange, useResource } from '../../../queries.ts'
import { MessagesDrawer } from './messages-drawer.tsx'
import { TargetDrawer } from './target-drawer.tsx'
import { FORMAT_NAMES, wordTarget } from './target-words.ts'
import classes from './targets.module.css'

export function TargetsPanel({ timeZone }: { timeZone: string }) {
  const targets = useResource(['targets'], undefined, { refetchInterval: 15_000 })
  const [edited, setEdited] = useState<Target | 'new' | null>(null)
  const [watched, setWatched] = useState<Target | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      Add alert
    </Button>
  )
  const any = targets.data && targets.data.items.length > 0
  return (
    <Panel
      title="Alerts"
      about="Send what matters to Slack, email, or a webhook, as it happens or as a digest."
      actions={any && add}
      flush
    >
      <Loaded of={targets} loading={<Rows count={2} />}>
        {({ items, mail }) => (
          <>
            {items.length === 0 && (
              <Empty title="No alerts yet" action={add}>
                Get new issues, regressions, and spikes where your team already works.
              </Empty>
            )}
            {items.map((target) => (
              <TargetLine
                key={target.id}
                target={target}
                onEdit={() => setEdited(target)}
                onLog={() => setWatched(target)}
              />
            ))}
            <TargetDrawer
              edited={edited}
              mail={mail}
              timeZone={timeZone}
              onClose={() => setEdited(null)}
              onTested={setWatched}
            />
            <MessagesDrawer
              target={items.find(({ id }) => id === watched?.id) ?? watched}
              secret={watched?.secret ?? null} // only for the target just created; listed targets have none
              onClose={() => setWatched(null)}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

type TargetLineProps = { target: Target; onEdit: () => void; onLog: () => void }

function TargetLine({ target, onEdit, onLog }: TargetLineProps) {
  const change = useTargetChange(target)
  return (
    <article className={classes.target} aria-label={target.name}>
      <div className={classes.what}>
        <Group gap={8}>
          <Text fw={560} className="fn-break">
            {target.name}
          </Text>
          <Text size="xs" c="dimmed">
            {FORMAT_NAMES[target.format]}
          </Text>
          {target.paused_at && (
            <Badge size="sm" radius="sm" variant="outline" color="gray" tt="none">
              Paused
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {wordTarget(target)}
        </Text>
        {target.paused_because && (
          <Alert color="yellow" icon={<IconPlayerPause size={16} />} mt={6} p="xs" role="status">
            <Stack gap={6} align="flex-start">
              <Text size="sm">
                {target.paused_because} Alerts that came up while it was paused will be sent when you resume.
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => change.mutate({ paused: false })}>
                Resume
              </Button>
            </Stack>
          </Alert>
        )}
      </div>
      <Text size="xs" c="dimmed" className={classes.last}>
        <LastMessage target={target} />
      </Text>
      <TargetMenu target={target} onEdit={onEdit} onLog={onLog} />
    </article>
  )
}

function LastMessage({ target }: { target: Target }) {
  if (target.waiting > 0) return <>{plural(target.waiting, 'message')} waiting</>
  if (target.last_message_at)
    return (
      <>
        Last sent <Ago at={target.last_message_at} />
      </>
    )
  return <>Nothing sent yet</>
}

const useTargetChange = (target: Target) =>
  useChange(
    (body: { paused: boolean }, projectId) => api.patch(projectPath(projectId, 'targets', target.id), body),
    {
      onDone: (_, { paused }) => sayDone(`${paused ? 'Paused' : 'Resumed'} ${target.name}.`),
    },
  )

function TargetMenu({ target, onEdit, onLog }: TargetLineProps) {
  const [deleting, { open, close }] = useDisclosure(false)
  const change = useTargetChange(target)
  const test = useChange(
    (_: undefined, projectId) => api.post(projectPath(projectId, 'targets', target.id, 'test')),
    { onDone: onLog },
  )
  const remove = useChange(
    (_: undefined, projectId) => api.delete(projectPath(projectId, 'targets', target.id)),
    {
      onDone: () => {
        close()
        sayDone(`Deleted ${target.name}.`)
      },
    },
  )
  const paused = target.paused_at !== null
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${target.name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onLog}>Delivery log</Menu.Item>
          <Menu.Item onClick={() => test.mutate(undefined, { onError: sayFailed })}>Send test</Menu.Item>
          <Menu.Item onClick={onEdit}>Edit</Menu.Item>
          <Menu.Item onClick={() => change.mutate({ paused: !paused }, { onError: sayFailed })}>
            {paused ? 'Resume' : 'Pause'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={open}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={deleting}
        onClose={close}
        title={`Delete “${target.name}”?`}
        action="Delete alert"
        onConfirm={() => remove.mutate(undefined)}
        busy={remove.isPending}
        error={remove.error}
      >
        <Text size="sm">Nothing more will be sent to it, and its log will be deleted.</Text>
      </Confirm>
    </>
  )
}
