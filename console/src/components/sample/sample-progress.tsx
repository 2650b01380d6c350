// The progress of a new sample's digest in words; nothing when it is done.
import { useEffect, useRef } from 'react'
import type { ProjectDetail } from '../../../../src/contract/projects/projects.ts'
import { formatNumber } from '../../format.ts'
import { useRefresh, useResource } from '../../queries.ts'

const EVERY = 1_000

export function SampleProgress() {
  const project = useResource([])
  const sample = project.data?.sample
  return sample && <Counted key={sample.project_id} sample={sample} />
}

function Counted({ sample }: { sample: NonNullable<ProjectDetail['sample']> }) {
  const refresh = useRefresh()
  const often = { refetchInterval: sample.complete ? false : EVERY } as const
  const digest = useResource(['digest'], undefined, often)
  useResource([], undefined, often)
  // A complete sample shows nothing until it is known whether observations are pending.
  const pending = digest.data?.pending_observations ?? (sample.complete ? 0 : sample.observations)
  const finished = sample.complete && pending === 0
  const wasFinished = useRef(finished)
  useEffect(() => {
    if (finished && !wasFinished.current) void refresh() // the pages show data from before
    wasFinished.current = finished
  }, [finished, refresh])
  if (finished) return null
  const done = Math.max(0, sample.observations - pending)
  return (
    <span className="fn-number">
      Finding issues and tags: {formatNumber(done)} of {formatNumber(sample.observations)} observations…
    </span>
  )
}
