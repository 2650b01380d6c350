// Answers per day, of the last month or the last three.
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { StudySeries } from '../../../../../src/contract/research/study-insight.ts'
import { CountChart } from '../../../components/charts/count-chart.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Loaded } from '../../../components/states.tsx'
import { plural } from '../../../format.ts'
import { useResource } from '../../../queries.ts'

const PERIODS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

const HEIGHT = 200

export function AnswersOverTime({ study }: { study: Study }) {
  const [days, setDays] = useState(String(LIMITS.periodDays))
  const series = useResource<StudySeries>(['studies', study.id, 'series'], { days })
  return (
    <Panel
      title="Answers over time"
      actions={
        <SegmentedControl aria-label="Period" size="xs" data={PERIODS} value={days} onChange={setDays} />
      }
    >
      <Loaded of={series} loading={<Skeleton height={HEIGHT} />}>
        {(read) => (
          <CountChart
            series={read.series}
            name="Answers"
            height={HEIGHT}
            label={`${plural(
              read.series.reduce((sum, { count }) => sum + count, 0),
              'answer',
            )} in the last ${read.days} days`}
          />
        )}
      </Loaded>
    </Panel>
  )
}
