// Sample data on its way through the digest; on to the overview when it is through.
import { Group, Progress, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { DigestStatus } from '../../../../src/contract/digest/digest.ts'
import type { ProjectDetail } from '../../../../src/contract/projects/projects.ts'
import { Panel } from '../../components/panel.tsx'
import { formatNumber } from '../../format.ts'
import { useResource } from '../../queries.ts'

const EVERY = 1_000

export function SampleProgress({ total, onDone }: { total: number; onDone: () => void }) {
  const often = { refetchInterval: EVERY }
  const pending = useResource<DigestStatus>(['digest'], undefined, often).data?.pending ?? total
  const sample = useResource<ProjectDetail>([], undefined, often).data?.sample ?? null
  const [seen, setSeen] = useState(false)
  if (sample && !seen) setSeen(true)
  const done = Math.max(0, total - pending)
  const removed = seen && sample === null
  const finished = removed || (sample?.complete === true && pending === 0)
  const latest = useRef(onDone)
  latest.current = onDone
  useEffect(() => {
    if (finished) latest.current()
  }, [finished])
  return (
    <Panel>
      <Group justify="space-between" gap="xs" mb={8}>
        <Text size="sm">Finding issues and tags in the sample data…</Text>
        <Text size="sm" c="dimmed" className="fn-number">
          {formatNumber(done)} of {formatNumber(total)}
        </Text>
      </Group>
      <Progress value={(100 * done) / Math.max(1, total)} aria-label="Sample data digested" animated />
    </Panel>
  )
}
