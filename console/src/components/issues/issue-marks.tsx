// Small marks of an issue, in rows and beside its title.
import { Avatar, Text, Tooltip } from '@mantine/core'
import type { Issue } from '../../../../src/contract/issues/issues.ts'
import type { Assignee } from '../../../../src/contract/issues/ownership.ts'
import type { IssueKind, IssueStatus } from '../../../../src/contract/labels.ts'
import type { Icon } from '../../icons/icon.tsx'
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDot,
  IconCircleHalf2,
  IconCircleMinus,
} from '../../icons/tabler.ts'
import { Trend } from '../charts/trend.tsx'

/** What an issue is called for short, by people and by agents. */
export function IssueNumber({ number }: { number: number }) {
  return (
    <Text size="sm" c="dimmed" component="span" className="fn-number">
      #{number}
    </Text>
  )
}

/** The status of an issue as a shape: how full the circle is tells how far it is; its color tells nothing. */
export const STATUS_ICONS: Record<IssueStatus, Icon> = {
  open: IconCircle,
  acknowledged: IconCircleDot,
  planned: IconCircleHalf2,
  resolved: IconCircleCheckFilled,
  ignored: IconCircleMinus,
}

/** Beside the word that it stands for. */
export function StatusIcon({ status, size = 16 }: { status: IssueStatus; size?: number }) {
  const Icon = STATUS_ICONS[status]
  return <Icon size={size} stroke={1.8} aria-hidden />
}

/** Who takes an issue, in the space of a letter or two. */
export function AssigneeMark({ assignee }: { assignee: Assignee }) {
  return (
    <Tooltip label={`Assigned to ${assignee.name}`}>
      <Avatar
        name={assignee.name}
        size={20}
        color="moss"
        role="img"
        aria-label={`Assigned to ${assignee.name}`}
      />
    </Tooltip>
  )
}

const MORE: Record<IssueKind, 'bad' | 'good' | 'neutral'> = {
  problem: 'bad',
  request: 'neutral',
  question: 'neutral',
  praise: 'good',
}

/** This week of an issue against the week before; whether more is good or bad depends on its kind. */
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
