// The status of an issue as a shape: how full the circle is tells how far it is; its color tells nothing.

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

/** Beside the word that it stands for. */
export function StatusIcon({ status, size = 16 }: { status: IssueStatus; size?: number }) {
  const Icon = STATUS_ICONS[status]
  return <Icon size={size} stroke={1.8} aria-hidden />
}
