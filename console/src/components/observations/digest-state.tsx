// The digest state of an observation: pending, done (nothing is shown), or failed with the reason.
import { Alert, Button, Group, Loader, Text, Tooltip } from '@mantine/core'
import type { ObservationDetail } from '../../../../src/contract/observations/observation-details.ts'
import { api, projectPath } from '../../api.ts'
import { IconAlertTriangle } from '../../icons/tabler.ts'
import { useChange } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { Label } from '../labels.tsx'
import { sayFailed } from '../notices.tsx'

type Digest = ObservationDetail['digest']

const FAILED = 'Digest failed'

/** In a row. */
export function DigestMark({ digest }: { digest: Digest }) {
  if (digest.state === 'pending')
    return (
      <Group gap={5} wrap="nowrap" c="dimmed">
        <Loader size={10} color="gray" aria-hidden />
        <Text size="xs">Digesting…</Text>
      </Group>
    )
  if (digest.state === 'failed')
    return (
      <Tooltip label={digest.error ?? FAILED} multiline maw={360}>
        <span>
          <Label icon={<IconAlertTriangle size={14} aria-hidden />}>{FAILED}</Label>
        </span>
      </Tooltip>
    )
  return null
}

/** On its own, with the possible action. */
export function DigestNotice({ digest }: { digest: Digest }) {
  const mayRetry = useMay('editor')
  const retry = useChange(
    (_: undefined, projectId) => api.post(projectPath(projectId, 'digest', 'retry')),
    {},
  )
  if (digest.state === 'pending')
    return (
      <Group gap={8} role="status">
        <Loader size={14} color="gray" aria-hidden />
        <Text size="sm" c="dimmed">
          Digesting… The issue and tags will appear here in a moment.
        </Text>
      </Group>
    )
  if (digest.state === 'failed')
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} title={FAILED}>
        <Text size="sm" dir="auto" className="fn-break">
          {digest.error ?? 'No error details are available.'}
        </Text>
        {mayRetry && (
          <Button
            size="xs"
            variant="light"
            color="red"
            mt="sm"
            loading={retry.isPending}
            onClick={() => retry.mutate(undefined, { onError: sayFailed })}
          >
            Retry all failed observations
          </Button>
        )}
      </Alert>
    )
  return null
}
