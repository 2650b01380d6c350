// A target's events and rhythm in words.
import type { Target } from '../../../../../src/contract/integrations/targets.ts'
import type { EventType, Rhythm, TargetFormat } from '../../../../../src/contract/labels.ts'
import { formatNumber } from '../../../format.ts'

export const EVENT_NAMES: Record<EventType, string> = {
  'issue.new': 'New issue',
  'issue.regressed': 'Regression',
  'issue.spiked': 'Spike',
  'issue.severity_raised': 'Severity raised',
  'issue.assigned': 'Assignment',
  'issue.commented': 'Comment',
  'study.finished': 'Study finished',
  'answer.posted': 'Answer posted',
  'key.expiring': 'API key expiring',
}

export const FORMAT_NAMES: Record<TargetFormat, string> = {
  slack: 'Slack',
  email: 'Email',
  webhook: 'Webhook',
}

export const RHYTHM_NAMES: Record<Rhythm, string> = {
  each: 'As it happens',
  daily: 'Daily digest',
  weekly: 'Weekly digest',
}

export function wordTarget({ rhythm, events, min_users, kinds, min_severity, tag_id }: Target): string {
  const what = rhythm === 'each' ? events.map((event) => EVENT_NAMES[event]).join(', ') : RHYTHM_NAMES[rhythm]
  const conditions = [
    min_users > 1 && `${formatNumber(min_users)} or more users`,
    kinds.length > 0 && `${kinds.join(' or ')} only`,
    min_severity && `${min_severity} severity or higher`,
    tag_id && 'one tag only',
  ].filter(Boolean)
  return conditions.length === 0 ? what : `${what}; ${conditions.join(', ')}`
}
