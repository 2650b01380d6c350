// Whether the digest keeps up: one line when it does, and advice when it does not.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { DigestStatus } from '../../../../src/contract/digest/digest.ts'
import { api, projectPath } from '../../api.ts'
import { sayDone, sayFailed } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { Ago } from '../../components/time.tsx'
import { formatNumber, plural } from '../../format.ts'
import { IconAlertTriangle, IconCircleCheck, IconProgress } from '../../icons/tabler.ts'
import { useChange } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { DigestFailures } from './digest-failures.tsx'

export function DigestHealth({ digest }: { digest: DigestStatus }) {
  const { embeddings, llm } = digest.models
  return (
    <Panel title="Digest">
      <Stack gap="sm">
        <Standing digest={digest} />
        {digest.oldest_seconds >= BEHIND_SECONDS && <Behind seconds={digest.oldest_seconds} />}
        {digest.redigesting && <Redigesting progress={digest.redigesting} />}
        {digest.grouping && <Grouping grouping={digest.grouping} />}
        {digest.failed > 0 && <Failures count={digest.failed} />}
        {embeddings && <ModelFault name="The embedding model" fault={embeddings} />}
        {llm && <ModelFault name="The language model" fault={llm} />}
      </Stack>
    </Panel>
  )
}

function Standing({ digest }: { digest: DigestStatus }) {
  const { pending, pending_at_least, oldest_seconds, last_digested_at } = digest
  const waiting = pending_at_least ? `${formatNumber(pending)}+ items` : plural(pending, 'item')
  const Icon = pending === 0 ? IconCircleCheck : IconProgress
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <Icon
        size={18}
        aria-hidden
        color={pending === 0 ? 'var(--fn-good)' : 'var(--fn-quiet)'}
        style={{ flex: 'none' }}
      />
      <Text size="sm">
        {pending === 0 ? 'Everything has been digested.' : `${waiting} waiting`}
        {pending > 0 && oldest_seconds >= 1 && `, the oldest for ${wordSeconds(oldest_seconds)}`}
        {last_digested_at && (
          <Text span c="dimmed">
            {' '}
            Last digested <Ago at={last_digested_at} />.
          </Text>
        )}
      </Text>
    </Group>
  )
}

/** A longer delay is a fault: a batch takes a second, and failing items stop retrying within 25 minutes. */
const BEHIND_SECONDS = 1_800

function Behind({ seconds }: { seconds: number }) {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} py="xs">
      <Text size="sm">
        The digest is behind: the oldest item has been waiting for {wordSeconds(seconds)}. Ask the
        administrator of this service to check that a worker is running.
      </Text>
    </Alert>
  )
}

function Redigesting({ progress: { done, total } }: { progress: { done: number; total: number } }) {
  return (
    <Text size="sm">
      Re-digesting all observations: {formatNumber(done)} of {formatNumber(total)}. Your team’s decisions are
      kept.
    </Text>
  )
}

function Grouping({ grouping }: { grouping: NonNullable<DigestStatus['grouping']> }) {
  const { threshold, step, stricter_issues, looser_issues } = grouping
  const at = (value: number) => value.toFixed(2)
  return (
    <Text size="xs" c="dimmed">
      Grouping threshold {at(threshold)}. Stricter ({at(threshold + step)}): about{' '}
      {plural(stricter_issues, 'issue')}; looser ({at(threshold - step)}): about {looser_issues}.
    </Text>
  )
}

function wordSeconds(seconds: number): string {
  if (seconds < 60) return plural(Math.round(seconds), 'second')
  if (seconds < 3_600) return plural(Math.round(seconds / 60), 'minute')
  return plural(Math.round(seconds / 3_600), 'hour')
}

function Failures({ count }: { count: number }) {
  const [shown, { open, close }] = useDisclosure(false)
  const mayRetry = useMay('editor')
  const retry = useChange((_: undefined, projectId) => api.post(projectPath(projectId, 'digest', 'retry')), {
    onDone: ({ retried }) => sayDone(`Retrying ${plural(retried, 'item')}.`),
  })
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} py="xs">
      <Text size="sm">{plural(count, 'item')} couldn’t be digested. No data was lost.</Text>
      <Group gap="xs" mt={8}>
        {mayRetry && (
          <Button
            size="compact-sm"
            color="red"
            variant="light"
            loading={retry.isPending}
            onClick={() => retry.mutate(undefined, { onError: sayFailed })}
          >
            Retry
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={open}>
          Show details
        </Button>
      </Group>
      <DigestFailures opened={shown} onClose={close} />
    </Alert>
  )
}

type Fault = NonNullable<DigestStatus['models']['llm']>

function ModelFault({ name, fault: { message, at, count } }: { name: string; fault: Fault }) {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} py="xs">
      <Text size="sm" dir="auto" className="fn-break">
        {name} failed {plural(count, 'time')}, most recently <Ago at={at} />: {message}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        {name === 'The embedding model' ? 'New observations wait for it.' : 'Fieldnote continues without it.'}
      </Text>
    </Alert>
  )
}
