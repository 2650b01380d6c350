// User sentiment by day, or by week for a year.

import { SENTIMENTS } from '../../../../src/contract/labels.ts'
import type { Overview } from '../../../../src/contract/projects/overview.ts'
import { periodStart } from '../../components/charts/period-picker.tsx'
import { isByWeek, SentimentChart } from '../../components/charts/sentiment-chart.tsx'
import { TextLink } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty } from '../../components/states.tsx'
import { plural } from '../../format.ts'
import { useProjectId } from '../../session/project.ts'

const HEIGHT = 260

export function SentimentPanel({ overview: { series, days, observation_count } }: { overview: Overview }) {
  const projectId = useProjectId()
  return (
    <Panel
      title="Observations"
      about={isByWeek(series) ? 'By week and sentiment.' : 'By day and sentiment.'}
      actions={
        <TextLink
          to="/p/$projectId/observations"
          params={{ projectId }}
          search={{ from: periodStart(days) }}
          size="sm"
        >
          View all
        </TextLink>
      }
    >
      {observation_count === 0 ? (
        <Empty title="No observations in this period">Choose a longer period, or check back later.</Empty>
      ) : (
        <SentimentChart series={series} height={HEIGHT} label={wording(series, observation_count, days)} />
      )}
    </Panel>
  )
}

/** Describes the chart in a sentence for screen readers. */
function wording(series: Overview['series'], total: number, days: number): string {
  const counts = SENTIMENTS.map((name) => `${series.reduce((sum, day) => sum + day[name], 0)} ${name}`)
  return `${plural(total, 'observation')} in ${plural(days, 'day')}: ${counts.join(', ')}`
}
