// Whom a study asks: every rule in one place, for those who serve agents and for those who explain it to people.
import type { StudyRule } from '../../contract/research/study-insight.ts'
import type { StudyRow } from '../../db/research/studies.ts'
import { isSampledIn, samplingDraw } from './sampling.ts'

type Ruled = Pick<
  StudyRow,
  'id' | 'state' | 'starts_at' | 'ends_at' | 'max_answers' | 'answer_count' | 'sampling_rate'
>
type Asked = { id: string; answered: boolean }

export type Ruling = {
  rule: StudyRule
  passes: boolean
  /** Why, as a person reads it. */
  detail: string
  /** What an agent is told when it posts an answer all the same. */
  refusal: string
}

export const ALREADY_ANSWERED = 'this user has already answered this study'

/** Whether it takes answers at all: what does not depend on the user. */
export const takesAnswers = (study: Ruled, now: Date): boolean => rulesOfStudy(study, now).every(passes)

/** Whether it is shown to this user, with the answer if there is one. */
export const isLiveFor = (study: Ruled, userId: string, now: Date): boolean =>
  takesAnswers(study, now) && isSampledIn(study.sampling_rate, study.id, userId)

/** Every rule, in the order in which they are told. */
export const rulesFor = (study: Ruled, user: Asked, now: Date): Ruling[] => [
  ...rulesOfStudy(study, now),
  samplingRule(study, user.id),
  answeredRule(user),
]

export const brokenRules = (study: Ruled, user: Asked, now: Date): Ruling[] =>
  rulesFor(study, user, now).filter((ruling) => !ruling.passes)

const passes = (ruling: Ruling): boolean => ruling.passes

const rulesOfStudy = (study: Ruled, now: Date): Ruling[] => [
  stateRule(study),
  startRule(study, now),
  endRule(study, now),
  capRule(study),
]

const STATES: Record<StudyRow['state'], { detail: string; refusal: string }> = {
  draft: { detail: 'The study is a draft: nobody is asked before it is active.', refusal: 'study not found' },
  active: { detail: 'The study is active.', refusal: '' },
  paused: {
    detail: 'The study is paused: nobody is asked until it is active again.',
    refusal: 'this study is paused',
  },
  ended: { detail: 'The study has ended: nobody is asked any more.', refusal: 'this study has ended' },
}

const stateRule = ({ state }: Ruled): Ruling => ({
  rule: 'state',
  passes: state === 'active',
  ...STATES[state],
})

function startRule({ starts_at }: Ruled, now: Date): Ruling {
  const begun = !starts_at || now >= starts_at
  const detail = !starts_at
    ? 'No start date: it asks from its activation on.'
    : `${begun ? 'It has asked since' : 'It asks nobody before'} ${spoken(starts_at)}.`
  return { rule: 'starts', passes: begun, detail, refusal: 'this study has not started yet' }
}

function endRule({ ends_at }: Ruled, now: Date): Ruling {
  const open = !ends_at || now < ends_at
  const detail = !ends_at
    ? 'No end date.'
    : open
      ? `It asks until ${spoken(ends_at)}.`
      : `Its end date was ${spoken(ends_at)}.`
  return { rule: 'ends', passes: open, detail, refusal: 'this study is past its end date' }
}

function capRule({ max_answers, answer_count }: Ruled): Ruling {
  const room = max_answers === null || answer_count < max_answers
  const detail =
    max_answers === null
      ? `No cap: ${counted(answer_count)} so far.`
      : `${counted(answer_count)} of at most ${max_answers}${room ? '' : ': the study is full'}.`
  const refusal = 'this study has reached its maximum number of answers'
  return { rule: 'cap', passes: room, detail, refusal }
}

function samplingRule({ id, sampling_rate }: Ruled, userId: string): Ruling {
  const sampled = isSampledIn(sampling_rate, id, userId)
  const share = `${Number((sampling_rate * 100).toFixed(2))}%`
  // Cut, not rounded: at 20% a draw of 19.999 must not read as 20.00, which would be outside.
  const draw = `${(Math.floor(samplingDraw(id, userId) * 10_000) / 100).toFixed(2)}%`
  const detail = `It asks ${share} of users, by a draw that is fixed for each. This one drew ${draw}: ${sampled ? 'below it, so asked' : 'not below it, so not asked'}.`
  return { rule: 'sampling', passes: sampled, detail, refusal: 'this user is not sampled into this study' }
}

const answeredRule = ({ answered }: Asked): Ruling => ({
  rule: 'answered',
  passes: !answered,
  detail: answered
    ? 'This user has answered already; each user is asked for one answer.'
    : 'This user has not answered yet.',
  refusal: ALREADY_ANSWERED,
})

const counted = (answers: number): string => (answers === 1 ? '1 answer' : `${answers} answers`)

const spoken = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
