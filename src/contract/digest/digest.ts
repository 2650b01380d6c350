// How far the digest of a project is, and what it gave up on.
import { LIMITS } from '../limits.ts'
import {
  AnyNumber,
  AnyText,
  DateTime,
  type Infer,
  Nullable,
  ObjectOf,
  type Schema,
  Uuid,
  WholeNumber,
  YesOrNo,
} from '../schema.ts'
import { inWords } from '../wording.ts'

const ModelFault = Nullable(
  ObjectOf({ message: AnyText(), at: DateTime(), count: WholeNumber() }) as Schema<{
    message: string
    at: string
    count: number
  }>,
)

export const DigestStatus = ObjectOf({
  pending: WholeNumber({
    maximum: LIMITS.countedPending,
    description: `Observations and answers not digested yet, counted up to ${inWords(LIMITS.countedPending)}.`,
  }),
  pending_at_least: YesOrNo({ description: 'More are pending: counting stopped there.' }),
  pending_observations: WholeNumber({
    maximum: LIMITS.countedPending,
    description: 'Of the pending ones, the observations; counted as far.',
  }),
  failed: WholeNumber({ description: 'Given up after the last attempt; kept with their error.' }),
  lag_seconds: AnyNumber({ description: 'How long the oldest pending one has waited.' }),
  oldest_seconds: WholeNumber({
    description: 'How long ago the oldest pending one was queued, attempts that failed included.',
  }),
  last_digested_at: Nullable(DateTime()),
  digested_count: WholeNumber(),
  grouping: Nullable(
    ObjectOf({
      threshold: AnyNumber({ description: 'From this likeness on, 0 to 1, notes are one issue.' }),
      step: AnyNumber({ description: 'By how much the threshold is moved for the two figures that follow.' }),
      stricter_issues: WholeNumber({
        description: 'About how many issues a threshold one step higher would give.',
      }),
      looser_issues: WholeNumber({ description: 'And one step lower.' }),
    }) as Schema<{ threshold: number; step: number; stricter_issues: number; looser_issues: number }>,
  ),
  redigesting: Nullable(
    ObjectOf({ done: WholeNumber(), total: WholeNumber() }) as Schema<{ done: number; total: number }>,
  ),
  models: ObjectOf(
    { embeddings: ModelFault, llm: ModelFault },
    { description: 'The last fault of each optional model.' },
  ),
})
export type DigestStatus = Infer<typeof DigestStatus>

export const DigestFailure = ObjectOf({
  observation_id: Nullable(Uuid({ description: 'Null where it is an answer.' })),
  study_id: Nullable(Uuid({ description: 'Of the answer; null where it is an observation.' })),
  answer_id: Nullable(Uuid()),
  attempts: WholeNumber(),
  error: AnyText(),
  failed_at: DateTime(),
})
export type DigestFailure = Infer<typeof DigestFailure>

export const DigestRetried = ObjectOf({ retried: WholeNumber() })
