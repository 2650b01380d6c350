// Whom a study asks: every rule in one place, for serving agents and for explaining it to people.

import { hash } from 'node:crypto'
import { DAY_MS, dayOf } from '../../contract/date-time.ts'
import type { StudyRule } from '../../contract/research/study-insight.ts'
import type { StudyRow } from '../../db/research/studies.ts'

type Ruled = Pick<
  StudyRow,
  | 'id'
  | 'state'
  | 'starts_at'
  | 'ends_at'
  | 'max_answers'
  | 'answer_count'
  | 'max_answers_per_day'
  | 'answers_on'
  | 'answers_today'
  | 'sampling_rate'
>
/** How many days a user rests after answering another study, and when that was; null if never. */
type Rest = { days: number; answeredAt: Date | null }
/** `rest`: null if the project has none. */
export type Asked = { id: string; answered: boolean; rest: Rest | null }

export type Ruling = {
  rule: StudyRule
  passes: boolean
  /** The reason, for people. */
  detail: string
  /** The refusal, for an agent that posts an answer anyway. */
  refusal: string
}

type Rule = {
  isSet?(study: Ruled, user: Asked): boolean
  passes(study: Ruled, user: Asked, now: Date): boolean
  detail(study: Ruled, user: Asked, now: Date): string
  refusal(study: Ruled, user: Asked): string
}

export const ALREADY_ANSWERED = 'this user has already answered this study'

/** Whether the study takes answers at all: the rules that do not depend on the user. */
export const takesAnswers = (study: Ruled, now: Date): boolean =>
  study.state === 'active' && hasBegun(study, now) && isUnfinished(study, now)

/** Neither past its end nor full. A draft or a paused study may be unfinished, too. */
export const isUnfinished = (study: Ruled, now: Date): boolean => isOpen(study, now) && isBelowCap(study)

/** Whether it is shown to this user, with the answer if there is one. */
export const isLiveFor = (study: Ruled, userId: string, now: Date): boolean =>
  takesAnswers(study, now) && isSampledIn(study.sampling_rate, study.id, userId)

/** Whether an answer of this user would be accepted: what lists offer and what posts are checked by. */
export const asksUser = (study: Ruled, user: Asked, now: Date): boolean =>
  Object.values(RULES).every((rule) => !applies(rule, study, user) || rule.passes(study, user, now))

/** Every rule that is set, in the order of explanation. */
export const rulesFor = (study: Ruled, user: Asked, now: Date): Ruling[] =>
  Object.entries(RULES)
    .filter(([, rule]) => applies(rule, study, user))
    .map(([name, rule]) => ({
      rule: name as StudyRule,
      passes: rule.passes(study, user, now),
      detail: rule.detail(study, user, now),
      refusal: rule.refusal(study, user),
    }))

export const brokenRules = (study: Ruled, user: Asked, now: Date): Ruling[] =>
  rulesFor(study, user, now).filter((ruling) => !ruling.passes)

const applies = ({ isSet }: Rule, study: Ruled, user: Asked): boolean => isSet?.(study, user) ?? true

const rests = ({ days, answeredAt }: Rest, now: Date): boolean =>
  answeredAt !== null && now.getTime() < answeredAt.getTime() + days * DAY_MS

/** If another process has already begun the next day, this one counts for that day. */
const answersOn = ({ answers_on, answers_today }: Ruled, day: string): number =>
  answers_on !== null && answers_on >= day ? answers_today : 0

const hasBegun = ({ starts_at }: Ruled, now: Date): boolean => !starts_at || now >= starts_at
const isOpen = ({ ends_at }: Ruled, now: Date): boolean => !ends_at || now < ends_at
const isBelowCap = ({ max_answers, answer_count }: Ruled): boolean =>
  max_answers === null || answer_count < max_answers
/** Whether the daily limit allows another answer. */
const keepsPace = (study: Ruled, now: Date): boolean =>
  study.max_answers_per_day === null || answersOn(study, dayOf(now)) < study.max_answers_per_day

const STATES: Record<StudyRow['state'], { detail: string; refusal: string }> = {
  draft: {
    detail: 'The study is a draft, so no one is asked until it’s active.',
    refusal: 'study not found',
  },
  active: { detail: 'The study is active.', refusal: '' },
  paused: {
    detail: 'The study is paused, so no one is asked until it’s active again.',
    refusal: 'this study is paused',
  },
  ended: { detail: 'The study has ended, so no one is asked.', refusal: 'this study has ended' },
}

const RULES: Record<StudyRule, Rule> = {
  state: {
    passes: ({ state }) => state === 'active',
    detail: ({ state }) => STATES[state].detail,
    refusal: ({ state }) => STATES[state].refusal,
  },
  starts: {
    passes: (study, _, now) => hasBegun(study, now),
    detail({ starts_at, ...study }, _, now) {
      if (!starts_at) return 'Users are asked as soon as the study is active.'
      const begun = hasBegun({ ...study, starts_at }, now)
      return `${begun ? 'Users have been asked since' : 'No one is asked before'} ${spoken(starts_at)}.`
    },
    refusal: () => 'this study has not started yet',
  },
  ends: {
    passes: (study, _, now) => isOpen(study, now),
    detail({ ends_at }, _, now) {
      if (!ends_at) return 'No end date.'
      return now < ends_at
        ? `Users are asked until ${spoken(ends_at)}.`
        : `The study’s end date was ${spoken(ends_at)}.`
    },
    refusal: () => 'this study is past its end date',
  },
  cap: {
    passes: (study) => isBelowCap(study),
    detail(study) {
      const { max_answers, answer_count } = study
      return max_answers === null
        ? `No limit: ${counted(answer_count)} so far.`
        : `${counted(answer_count)} of at most ${max_answers}${isBelowCap(study) ? '' : ': the study is full'}.`
    },
    refusal: () => 'this study has reached its maximum number of answers',
  },
  pace: {
    isSet: ({ max_answers_per_day }) => max_answers_per_day !== null,
    passes: (study, _, now) => keepsPace(study, now),
    detail(study, _, now) {
      const day = dayOf(now)
      const next = spoken(new Date(Date.parse(day) + DAY_MS))
      const full = keepsPace(study, now) ? '' : `: users are asked again from ${next}`
      return `${counted(answersOn(study, day))} today, of at most ${study.max_answers_per_day} per day${full}.`
    },
    refusal: () => 'this study has reached its daily limit of answers',
  },
  sampling: {
    passes: ({ id, sampling_rate }, user) => isSampledIn(sampling_rate, id, user.id),
    detail({ id, sampling_rate }, user) {
      const share = `${Number((sampling_rate * 100).toFixed(2))}%`
      // Cut, not rounded: at 20% a draw of 19.999 must not read as 20.00, which would be outside.
      const draw = `${(Math.floor(samplingDraw(id, user.id) * 10_000) / 100).toFixed(2)}%`
      const sampled = isSampledIn(sampling_rate, id, user.id)
      return `${share} of users are asked. This user’s fixed random number is ${draw}, ${sampled ? `below ${share}, so they’re asked` : `not below ${share}, so they aren’t asked`}.`
    },
    refusal: () => 'this user is not sampled into this study',
  },
  rest: {
    isSet: (_, { rest }) => rest !== null,
    passes: (_, { rest }, now) => rest === null || !rests(rest, now),
    detail: (_, { rest }, now) => (rest ? restDetail(rest, now) : ''),
    refusal: (_, { rest }) => `this user answered another study less than ${restPeriod(rest)} ago`,
  },
  answered: {
    passes: (_, { answered }) => !answered,
    detail: (_, { answered }) =>
      answered
        ? 'This user has already answered, and each user is asked only once.'
        : 'This user hasn’t answered yet.',
    refusal: () => ALREADY_ANSWERED,
  },
}

const restPeriod = (rest: Rest | null): string => (rest?.days === 1 ? '1 day' : `${rest?.days} days`)

function restDetail(rest: Rest, now: Date): string {
  const { days, answeredAt } = rest
  const rule = `After answering, users aren’t asked another study for ${restPeriod(rest)}.`
  if (!answeredAt) return `${rule} This user hasn’t answered another study.`
  const until = spoken(new Date(answeredAt.getTime() + days * DAY_MS))
  const since = rests(rest, now) ? `so they aren’t asked until ${until}` : 'and the rest period is over'
  return `${rule} This user answered another study on ${spoken(answeredAt)}, ${since}.`
}

const counted = (answers: number): string => (answers === 1 ? '1 answer' : `${answers} answers`)

const spoken = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const SPAN = 2 ** 48

/**
 * Whether a study asks a user: a stable draw, the same on every process. Uniform in [0, 1) and fixed per (study,
 * user), so that raising a rate only adds users.
 */
export function samplingDraw(studyId: string, userId: string): number {
  const digest = hash('sha256', `${studyId.toLowerCase()}\n${userId}`, 'buffer')
  return digest.readUIntBE(0, 6) / SPAN
}

/** Every draw is below 1, so no draw is needed at a rate of 1. */
export const isSampledIn = (rate: number, studyId: string, userId: string): boolean =>
  rate >= 1 || samplingDraw(studyId, userId) < rate
