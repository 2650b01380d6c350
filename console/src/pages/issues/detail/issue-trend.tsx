// Observations of this issue per day, by sentiment.
import { Skeleton } from '@mantine/core'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { SENTIMENTS } from '../../../../../src/contract/labels.ts'
import { PeriodPicker, usePeriod } from '../../../components/charts/period-picker.tsx'
import { SentimentChart, type SentimentDay } from '../../../components/charts/sentiment-chart.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Loaded } from '../../../components/states.tsx'
import { plural } from '../../../format.ts'
import { useResource } from '../../../queries.ts'

const HEIGHT = 240

function total(series: SentimentDay[]): number {
  return series.reduce((sum, day) => sum + SENTIMENTS.reduce((inDay, name) => inDay + day[name], 0), 0)
}

export function IssueTrend({ issue }: { issue: Issue }) {
  const days = usePeriod()
  const series = useResource(['issues', issue.id, 'series'], { days })
  return (
    <Panel title="Over time" actions={<PeriodPicker />}>
      <Loaded of={series} loading={<Skeleton height={HEIGHT} />}>
        {(read) => (
          <SentimentChart
            series={read.series}
            height={HEIGHT}
            of={{ issue: issue.id }}
            label={`${plural(total(read.series), 'observation')} in the last ${read.days} days, by day and sentiment`}
          />
        )}
      </Loaded>
    </Panel>
  )
}
