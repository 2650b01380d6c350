// Somebody else's month, to look around in: sample data, with progress while it is digested.
import { Button, Group, Progress, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ProjectDetail } from '../../../../src/contract/admin.ts'
import type { DigestStatus } from '../../../../src/contract/issues.ts'
import type { SampleFilled } from '../../../../src/contract/samples.ts'
import { api, projectPath } from '../../api.ts'
import { sayFailed } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatNumber } from '../../format.ts'
import { useChange, useResource } from '../../queries.ts'

export function SampleFill({ onDone }: { onDone: () => void }) {
  const fill = useChange((_: undefined, projectId) =>
    api.post<SampleFilled>(projectPath(projectId, 'sample')),
  )
  return (
    <Panel>
      {fill.data ? (
        <SampleProgress total={fill.data.observations} onDone={onDone} />
      ) : (
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 260px">
            Only looking around? Fill the project with a month of an invented product. One click takes it away
            again.
          </Text>
          <Button
            variant="default"
            leftSection={<IconFlask size={16} />}
            loading={fill.isPending}
            onClick={() => fill.mutate(undefined, { onError: sayFailed })}
          >
            Fill with sample data
          </Button>
        </Group>
      )}
    </Panel>
  )
}

const EVERY = 1_000

function SampleProgress({ total, onDone }: { total: number; onDone: () => void }) {
  const often = { refetchInterval: EVERY }
  const pending = useResource<DigestStatus>(['digest'], undefined, often).data?.pending ?? total
  const complete = useResource<ProjectDetail>([], undefined, often).data?.sample?.complete ?? false
  const done = Math.max(0, total - pending)
  const finished = complete && pending === 0
  const latest = useRef(onDone)
  latest.current = onDone
  useEffect(() => {
    if (finished) latest.current()
  }, [finished])
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={8}>
        <Text size="sm">Finding issues and tags in the sample data…</Text>
        <Text size="sm" c="dimmed" className="fn-number">
          {formatNumber(done)} of {formatNumber(total)}
        </Text>
      </Group>
      <Progress value={(100 * done) / Math.max(1, total)} aria-label="Sample data digested" animated />
    </div>
  )
}
