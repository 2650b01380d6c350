// The messages sent to a target, their results, and sending one again.
import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import type { Message, Target } from '../../../../../src/contract/integrations/targets.ts'
import type { MessageState } from '../../../../../src/contract/labels.ts'
import { api, projectPath } from '../../../api.ts'
import { CopyLine } from '../../../components/copy.tsx'
import { sayDone, sayFailed } from '../../../components/notices.tsx'
import { OnlyOnce } from '../../../components/projects/new-secret.tsx'
import { Empty, Loaded, Rows } from '../../../components/states.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { useChange, useResource } from '../../../queries.ts'
import { EVENT_NAMES } from './target-words.ts'
import classes from './targets.module.css'

type MessagesDrawerProps = {
  target: Target | null
  /** The secret of a target that was just created. */
  secret: string | null
  onClose: () => void
}

export function MessagesDrawer({ target, secret, onClose }: MessagesDrawerProps) {
  return (
    <Drawer
      opened={target !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={target?.name}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // A stray click must not close what is shown only once.
      closeOnClickOutside={secret === null}
      closeOnEscape={secret === null}
    >
      {target && (
        <Stack>
          {secret && <Secret secret={secret} />}
          <MessageList target={target} />
        </Stack>
      )}
    </Drawer>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <Stack gap="xs">
      <OnlyOnce noun="signing secret" />
      <CopyLine text={secret} label="signing secret" />
      <Text size="sm" c="dimmed">
        Your receiver verifies with it that messages come from Fieldnote.
      </Text>
    </Stack>
  )
}

const SHOWN = 50

/** Refreshed every few seconds, because the viewer waits for a result. */
function MessageList({ target }: { target: Target }) {
  const parts = ['targets', target.id, 'messages'] as const
  const messages = useResource(parts, { limit: SHOWN }, { refetchInterval: 2_000 })
  return (
    <Loaded of={messages} loading={<Rows count={4} />}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="Nothing sent yet">Messages are listed here for 30 days.</Empty>
        ) : (
          <ul className={classes.messages} aria-label="Messages">
            {items.map((message) => (
              <MessageLine key={message.id} target={target} message={message} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const STATES: Record<MessageState, string> = { due: 'Waiting', delivered: 'Delivered', failed: 'Failed' }

const WHEN_RESUMED = 'This alert is paused. The message will be sent when you resume it.'

function MessageLine({ target, message }: { target: Target; message: Message }) {
  const held = target.paused_at !== null && message.kind !== 'test'
  const replay = useChange(
    (_: undefined, projectId) =>
      api.post(projectPath(projectId, 'targets', target.id, 'messages', message.id, 'replay')),
    {
      onDone: () => sayDone(held ? WHEN_RESUMED : 'Sending it again with the same ID.'),
    },
  )
  const { state, attempts, status, error, next_attempt_at } = message
  // Includes messages that did not reach all recipients.
  const isTrouble = state === 'failed' || (state === 'delivered' && error !== null)
  return (
    <li className={classes.message}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" className="fn-break">
            {wordMessage(message)}
          </Text>
          <Text size="xs" c={isTrouble ? 'red' : 'dimmed'} className="fn-break">
            {state === 'due' && held ? 'Waiting until this alert is resumed' : STATES[state]}
            {status !== null && ` (${status})`} · {plural(attempts, 'attempt')} ·{' '}
            <Ago at={message.created_at} />
            {error && `: ${error}`}
            {error && next_attempt_at && (
              <>
                . Next attempt <Ago at={next_attempt_at} />
              </>
            )}
          </Text>
        </div>
        {state !== 'due' && (
          <Button
            variant="subtle"
            size="compact-sm"
            flex="none"
            loading={replay.isPending}
            onClick={() => replay.mutate(undefined, { onError: sayFailed })}
          >
            Send again
          </Button>
        )}
      </Group>
    </li>
  )
}

function wordMessage({ kind, events }: Message): string {
  if (kind === 'test') return 'Test'
  if (kind === 'digest') return 'Digest'
  const [first] = events
  if (!first) return 'About something that has since been deleted'
  const about = first.issue_number ? `: #${first.issue_number} ${first.issue_title}` : ''
  const more = events.length > 1 ? `, and ${events.length - 1} more` : ''
  return `${EVENT_NAMES[first.type]}${about}${more}`
}
