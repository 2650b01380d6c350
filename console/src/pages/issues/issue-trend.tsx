// Observations of this issue per day, by sentiment.
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { IssueSeries } from '../../../../src/contract/issue-insight.ts'
import type { Issue } from '../../../../src/contract/issues.ts'
import { SENTIMENTS } from '../../../../src/contract/labels.ts'
import type { SentimentDay } from '../../components/chart-days.ts'
import { Panel } from '../../components/panel.tsx'
import { SentimentChart } from '../../components/sentiment-chart.tsx'
import { Loaded } from '../../components/states.tsx'
import { plural } from '../../format.ts'
import { useResource } from '../../queries.ts'

const PERIODS = ['7', '30', '90', '365'].map((value) => ({
  value,
  label: value === '365' ? '1 year' : `${value} days`,
}))

const HEIGHT = 240

const total = (series: SentimentDay[]): number =>
  series.reduce((sum, day) => sum + SENTIMENTS.reduce((inDay, name) => inDay + day[name], 0), 0)

export function IssueTrend({ issue }: { issue: Issue }) {
  const [days, setDays] = useState('30')
  const series = useResource<IssueSeries>(['issues', issue.id, 'series'], { days })
  return (
    <Panel
      title="Over time"
      actions={
        <SegmentedControl aria-label="Period" size="xs" data={PERIODS} value={days} onChange={setDays} />
      }
    >
      <Loaded of={series} loading={<Skeleton height={HEIGHT} />}>
        {(read) => (
          <SentimentChart
            series={read.series}
            height={HEIGHT}
            label={`${plural(total(read.series), 'observation')} in the last ${read.days} days, by day and sentiment`}
          />
        )}
      </Loaded>
    </Panel>
  )
}
