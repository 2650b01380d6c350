// A study's status in words: an active study may still ask nobody.
import { DAY_MS } from '../../../../src/contract/date-time.ts'
import type { Study } from '../../../../src/contract/research/studies.ts'
import { formatDateTime, plural } from '../../format.ts'
import { serverNow } from '../../server-clock.ts'

export function studyStatus(study: Study, now = serverNow()): string {
  const { state, starts_at, ends_at, max_answers, answer_count, sampling_rate } = study
  if (state === 'draft') return 'Not started. Agents don’t see it yet.'
  if (state === 'paused') return 'Paused. No one is being asked.'
  if (state === 'ended') return 'Ended. It no longer takes answers.'
  if (starts_at && Date.parse(starts_at) > now) return `Starts ${formatDateTime(starts_at)}`
  if (ends_at && Date.parse(ends_at) <= now) return `Its end date passed on ${formatDateTime(ends_at)}`
  if (max_answers !== null && answer_count >= max_answers) return 'Answer limit reached'
  if (sampling_rate === 0) return 'No one is asked: the share of users is 0%'
  return 'Agents are asking users'
}

/** Answers relative to the limit, 0 to 1; null without a limit. */
export function towardsCap({ answer_count, max_answers }: Study): number | null {
  return max_answers === null ? null : Math.min(1, answer_count / max_answers)
}

/** Share of users with an answer among those whose agents were shown the study, 0 to 1. */
export function answeredShare({ answer_count, shown_count }: Study): number {
  return Math.min(1, answer_count / Math.max(1, shown_count))
}

/** Elapsed share of its time, 0 to 1; null without an end, or before its start. */
export function towardsEnd(study: Study, now = serverNow()): number | null {
  const from = study.starts_at ?? study.activated_at
  if (!study.ends_at || !from) return null
  const [start, end] = [Date.parse(from), Date.parse(study.ends_at)]
  return end <= start ? 1 : Math.max(0, Math.min(1, (now - start) / (end - start)))
}

export function timeLeft(endsAt: string, now = serverNow()): string {
  const days = Math.ceil((Date.parse(endsAt) - now) / DAY_MS)
  return days <= 0 ? 'Past its end date' : `${plural(days, 'day')} left`
}
