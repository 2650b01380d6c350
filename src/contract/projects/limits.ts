// How much agents may send to a project, as its owners decide.
import { LIMITS } from '../limits.ts'
import { type Infer, Nullable, ObjectOf, partial, WholeNumber } from '../schema.ts'

const settings = {
  key_requests_per_minute: Nullable(
    WholeNumber({
      minimum: 1,
      maximum: LIMITS.requestsPerMinute,
      description: 'Requests a minute that each key, connected app or member’s assistant may send.',
    }),
  ),
  project_requests_per_minute: Nullable(
    WholeNumber({
      minimum: 1,
      maximum: LIMITS.requestsPerMinute,
      description: 'Requests a minute that all of them may send together.',
    }),
  ),
  observations_per_day: Nullable(
    WholeNumber({
      minimum: 1,
      maximum: LIMITS.observationsPerDay,
      description:
        'Observations that agents may post from midnight to midnight UTC, counted from when it is set; a batch that does not fit whole is refused. Imports and test observations do not count.',
    }),
  ),
}

export const ProjectLimits = ObjectOf({
  ...settings,
  observations_today: WholeNumber({
    description: 'How many count against the budget so far, to within what processes took to hand out.',
  }),
})
export type ProjectLimits = Infer<typeof ProjectLimits>

export const ProjectLimitsUpdate = ObjectOf(partial(settings))
export type ProjectLimitsUpdate = Infer<typeof ProjectLimitsUpdate>
