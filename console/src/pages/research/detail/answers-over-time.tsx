// Answers per day of the last month or three months, by sentiment if agents noted one. Bars link to their answers.
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { DAY_MS } from '../../../../../src/contract/date-time.ts'
import { SENTIMENTS } from '../../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { StudySeries } from '../../../../../src/contract/research/study-insight.ts'
import { withQuery } from '../../../api.ts'
import { BarChart } from '../../../components/charts/bar-chart.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Loaded } from '../../../components/states.tsx'
import { useFilters } from '../../../filters.ts'
import { capitalized, formatDay, plural } from '../../../format.ts'
import { useResource } from '../../../queries.ts'
import { useProjectId } from '../../../session/project.ts'
import { SENTIMENT_COLORS } from '../../../theme.ts'

const PERIODS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

const HEIGHT = 200

export function AnswersOverTime({ study }: { study: Study }) {
  const [days, setDays] = useState(String(LIMITS.periodDays))
  const [{ theme, themed, sentiment, sentiment_noted }] = useFilters()
  const wanted = { days, theme, themed, sentiment, sentiment_noted }
  const series = useResource(['studies', study.id, 'series'], wanted)
  return (
    <Panel
      title="Answers over time"
      actions={
        <SegmentedControl aria-label="Period" size="xs" data={PERIODS} value={days} onChange={setDays} />
      }
    >
      <Loaded of={series} loading={<Skeleton height={HEIGHT} />}>
        {(read) => <Chart study={study} {...read} />}
      </Loaded>
    </Panel>
  )
}

type Day = StudySeries['series'][number]

/** The last part counts answers without a noted sentiment. */
const PARTS = [
  ...SENTIMENTS.map((sentiment) => ({
    name: capitalized(sentiment),
    color: SENTIMENT_COLORS[sentiment],
    only: { sentiment, sentiment_noted: undefined },
  })),
  { name: 'No sentiment', color: 'var(--fn-quiet)', only: { sentiment: undefined, sentiment_noted: 'no' } },
]
const ALL_ALIKE = [{ name: 'Answers', color: 'var(--mantine-color-moss-6)' }]

const sentimentsOf = ({ sentiment_counts }: Day): number[] =>
  SENTIMENTS.map((label) => sentiment_counts[label])
const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)

function Chart({ study, series, days }: { study: Study } & StudySeries) {
  const base = `/p/${useProjectId()}/studies/${study.id}`
  const [{ theme, themed, sentiment, sentiment_noted }] = useFilters()
  const chosen = { sentiment, sentiment_noted }
  const plain = !sentiment && !sentiment_noted && series.every((day) => sum(sentimentsOf(day)) === 0)
  const parts = PARTS.map(({ only, ...part }) => ({
    ...part,
    to: withQuery(base, { theme, themed, ...only }),
  }))
  const bars = series.map((day) => ({
    name: formatDay(day.day),
    values: plain ? [day.count] : [...sentimentsOf(day), day.count - sum(sentimentsOf(day))],
    to: (part: number | null) =>
      withQuery(base, {
        theme,
        themed,
        ...(part === null || plain ? chosen : PARTS[part]?.only),
        from: `${day.day}T00:00:00.000Z`,
        to: new Date(Date.parse(day.day) + DAY_MS).toISOString(),
      }),
  }))
  const total = sum(series.map(({ count }) => count))
  return (
    <BarChart
      parts={plain ? ALL_ALIKE : parts}
      bars={bars}
      height={HEIGHT}
      label={`${plural(total, 'answer')} in the last ${days} days`}
    />
  )
}
