// The study as agents get it now, from the server that serves them.
import { Skeleton } from '@mantine/core'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { StudyPreview } from '../../../../../src/contract/research/study-insight.ts'
import { Panel } from '../../../components/panel.tsx'
import { Loaded } from '../../../components/states.tsx'
import { useResource } from '../../../queries.ts'
import { AgentView } from '../agent-view.tsx'

export function PreviewPanel({ study }: { study: Study }) {
  const preview = useResource<StudyPreview>(['studies', study.id, 'preview'])
  return (
    <Panel title="What agents see">
      <Loaded of={preview} loading={<Skeleton height={180} />}>
        {({ entry }) => <AgentView entry={entry} />}
      </Loaded>
    </Panel>
  )
}
