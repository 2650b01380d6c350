// An issue's status as a circle that is filled according to progress; its color has no meaning.

import type { IssueStatus } from '../../../../src/contract/labels.ts'
import type { Icon } from '../../icons/icon.tsx'
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDot,
  IconCircleHalf2,
  IconCircleMinus,
} from '../../icons/tabler.ts'

export const STATUS_ICONS: Record<IssueStatus, Icon> = {
  open: IconCircle,
  acknowledged: IconCircleDot,
  planned: IconCircleHalf2,
  resolved: IconCircleCheckFilled,
  ignored: IconCircleMinus,
}

/** Shown next to the status in words. */
export function StatusIcon({ status, size = 16 }: { status: IssueStatus; size?: number }) {
  const Icon = STATUS_ICONS[status]
  return <Icon size={size} stroke={1.8} aria-hidden />
}
