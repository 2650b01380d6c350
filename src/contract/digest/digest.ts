// The digest's progress in a project, and the observations and answers that it gave up on.
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
  pending_at_least: YesOrNo({ description: 'There are more: counting stopped here.' }),
  pending_observations: WholeNumber({
    maximum: LIMITS.countedPending,
    description: 'The observations among the pending ones, counted up to the same limit.',
  }),
  failed: WholeNumber({ description: 'Failed at the last attempt; kept with their error.' }),
  lag_seconds: AnyNumber({ description: 'How long the oldest pending one has waited.' }),
  oldest_seconds: WholeNumber({
    description: 'How long ago the oldest pending one was queued, including failed attempts.',
  }),
  last_digested_at: Nullable(DateTime()),
  digested_count: WholeNumber(),
  grouping: Nullable(
    ObjectOf({
      threshold: AnyNumber({ description: 'From this likeness on, from 0 to 1, notes share an issue.' }),
      step: AnyNumber({ description: 'How much the threshold is changed for the next two figures.' }),
      stricter_issues: WholeNumber({
        description: 'About how many issues there would be with a threshold one step higher.',
      }),
      looser_issues: WholeNumber({ description: 'The same, one step lower.' }),
    }) as Schema<{ threshold: number; step: number; stricter_issues: number; looser_issues: number }>,
  ),
  redigesting: Nullable(
    ObjectOf({ done: WholeNumber(), total: WholeNumber() }) as Schema<{ done: number; total: number }>,
  ),
  models: ObjectOf(
    { embeddings: ModelFault, llm: ModelFault },
    { description: 'The last error of each optional model.' },
  ),
})
export type DigestStatus = Infer<typeof DigestStatus>

export const DigestFailure = ObjectOf({
  observation_id: Nullable(Uuid({ description: 'Null for an answer.' })),
  study_id: Nullable(Uuid({ description: 'Of the answer; null for an observation.' })),
  answer_id: Nullable(Uuid()),
  attempts: WholeNumber(),
  error: AnyText(),
  failed_at: DateTime(),
})
export type DigestFailure = Infer<typeof DigestFailure>

export const DigestRetried = ObjectOf({ retried: WholeNumber() })
