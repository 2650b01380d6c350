// Whom a study asks: every rule in one place, for those who serve agents and for those who explain it to people.
import { DAY_MS, dayOf } from '../../contract/date-time.ts'
import type { StudyRule } from '../../contract/research/study-insight.ts'
import type { StudyRow } from '../../db/research/studies.ts'
import { isSampledIn, samplingDraw } from './sampling.ts'

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
/** So many days after an answer to another study, which was then; null: never. */
export type Rest = { days: number; answeredAt: Date | null }
/** `rest`: null where the project has none. */
export type Asked = { id: string; answered: boolean; rest: Rest | null }

export type Ruling = {
  rule: StudyRule
  passes: boolean
  /** Why, as a person reads it. */
  detail: string
  /** What an agent is told when it posts an answer all the same. */
  refusal: string
}

export const ALREADY_ANSWERED = 'this user has already answered this study'

/** Whether the study takes answers at all: the rules that do not depend on the user. */
export const takesAnswers = (study: Ruled, now: Date): boolean =>
  study.state === 'active' && hasBegun(study, now) && isUnfinished(study, now)

/** Neither over nor full. A draft or a paused study may be unfinished, too. */
export const isUnfinished = (study: Ruled, now: Date): boolean => isOpen(study, now) && hasRoom(study)

/** Whether it is shown to this user, with the answer if there is one. */
export const isLiveFor = (study: Ruled, userId: string, now: Date): boolean =>
  takesAnswers(study, now) && isSampledIn(study.sampling_rate, study.id, userId)

/** Every rule that is set, in the order in which they are told. */
export const rulesFor = (study: Ruled, user: Asked, now: Date): Ruling[] => [
  ...rulesOfStudy(study, now),
  ...(study.max_answers_per_day === null ? [] : [paceRule(study, study.max_answers_per_day, now)]),
  samplingRule(study, user.id),
  ...(user.rest === null ? [] : [restRule(user.rest, now)]),
  answeredRule(user),
]

/** Whether the day has room for another answer. */
export const keepsPace = (study: Ruled, now: Date): boolean =>
  study.max_answers_per_day === null || answersOn(study, dayOf(now)) < study.max_answers_per_day

export const rests = ({ days, answeredAt }: Rest, now: Date): boolean =>
  answeredAt !== null && now.getTime() < answeredAt.getTime() + days * DAY_MS

/** A day that another process has already left counts as the one that it is at. */
const answersOn = ({ answers_on, answers_today }: Ruled, day: string): number =>
  answers_on !== null && answers_on >= day ? answers_today : 0

export const brokenRules = (study: Ruled, user: Asked, now: Date): Ruling[] =>
  rulesFor(study, user, now).filter((ruling) => !ruling.passes)

const hasBegun = ({ starts_at }: Ruled, now: Date): boolean => !starts_at || now >= starts_at
const isOpen = ({ ends_at }: Ruled, now: Date): boolean => !ends_at || now < ends_at
const hasRoom = ({ max_answers, answer_count }: Ruled): boolean =>
  max_answers === null || answer_count < max_answers

const rulesOfStudy = (study: Ruled, now: Date): Ruling[] => [
  stateRule(study),
  startRule(study, now),
  endRule(study, now),
  capRule(study),
]

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

const stateRule = ({ state }: Ruled): Ruling => ({
  rule: 'state',
  passes: state === 'active',
  ...STATES[state],
})

function startRule(study: Ruled, now: Date): Ruling {
  const { starts_at } = study
  const begun = hasBegun(study, now)
  const detail = !starts_at
    ? 'Users are asked as soon as the study is active.'
    : `${begun ? 'Users have been asked since' : 'No one is asked before'} ${spoken(starts_at)}.`
  return { rule: 'starts', passes: begun, detail, refusal: 'this study has not started yet' }
}

function endRule(study: Ruled, now: Date): Ruling {
  const { ends_at } = study
  const open = isOpen(study, now)
  const detail = !ends_at
    ? 'No end date.'
    : open
      ? `Users are asked until ${spoken(ends_at)}.`
      : `The study’s end date was ${spoken(ends_at)}.`
  return { rule: 'ends', passes: open, detail, refusal: 'this study is past its end date' }
}

function capRule(study: Ruled): Ruling {
  const { max_answers, answer_count } = study
  const room = hasRoom(study)
  const detail =
    max_answers === null
      ? `No limit: ${counted(answer_count)} so far.`
      : `${counted(answer_count)} of at most ${max_answers}${room ? '' : ': the study is full'}.`
  const refusal = 'this study has reached its maximum number of answers'
  return { rule: 'cap', passes: room, detail, refusal }
}

function paceRule(study: Ruled, most: number, now: Date): Ruling {
  const room = keepsPace(study, now)
  const day = dayOf(now)
  const full = room ? '' : `: users are asked again from ${spoken(new Date(Date.parse(day) + DAY_MS))}`
  return {
    rule: 'pace',
    passes: room,
    detail: `${counted(answersOn(study, day))} today, of at most ${most} per day${full}.`,
    refusal: 'this study has taken as many answers as it takes in a day',
  }
}

function restRule(rest: Rest, now: Date): Ruling {
  const { days, answeredAt } = rest
  const resting = rests(rest, now)
  const period = days === 1 ? '1 day' : `${days} days`
  const last = answeredAt && `This user answered another study on ${spoken(answeredAt)}`
  const until = answeredAt && spoken(new Date(answeredAt.getTime() + days * DAY_MS))
  const since = last
    ? `${last}, ${resting ? `so they aren’t asked until ${until}` : 'and the rest period is over'}.`
    : ''
  return {
    rule: 'rest',
    passes: !resting,
    detail: `After answering, users aren’t asked another study for ${period}. ${since || 'This user hasn’t answered another study.'}`,
    refusal: `this user answered another study less than ${period} ago`,
  }
}

function samplingRule({ id, sampling_rate }: Ruled, userId: string): Ruling {
  const sampled = isSampledIn(sampling_rate, id, userId)
  const share = `${Number((sampling_rate * 100).toFixed(2))}%`
  // Cut, not rounded: at 20% a draw of 19.999 must not read as 20.00, which would be outside.
  const draw = `${(Math.floor(samplingDraw(id, userId) * 10_000) / 100).toFixed(2)}%`
  const detail = `${share} of users are asked. This user’s fixed random number is ${draw}, ${sampled ? `below ${share}, so they’re asked` : `not below ${share}, so they aren’t asked`}.`
  return { rule: 'sampling', passes: sampled, detail, refusal: 'this user is not sampled into this study' }
}

const answeredRule = ({ answered }: Asked): Ruling => ({
  rule: 'answered',
  passes: !answered,
  detail: answered
    ? 'This user has already answered, and each user is asked only once.'
    : 'This user hasn’t answered yet.',
  refusal: ALREADY_ANSWERED,
})

const counted = (answers: number): string => (answers === 1 ? '1 answer' : `${answers} answers`)

const spoken = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
