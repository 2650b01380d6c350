// An issue's change against the previous week. Whether more is good or bad depends on its kind.
import type { Issue } from '../../../../src/contract/issues/issues.ts'
import type { IssueKind } from '../../../../src/contract/labels.ts'
import { Trend } from '../charts/trend.tsx'

const MORE: Record<IssueKind, 'bad' | 'good' | 'neutral'> = {
  problem: 'bad',
  request: 'neutral',
  question: 'neutral',
  praise: 'good',
}

export function WeeklyTrend({ issue: { trend, kind } }: { issue: Pick<Issue, 'trend' | 'kind'> }) {
  return (
    <Trend
      now={trend.last_7_days}
      before={trend.previous_7_days}
      more={MORE[kind]}
      against="the previous 7 days"
    />
  )
}
