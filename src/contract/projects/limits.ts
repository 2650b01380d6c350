// How much agents may send to a project, as set by its owners.
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
        'Observations that agents may post per day, by UTC, counted from when the budget is set. A batch that does not fit completely is refused. Imports and test observations do not count.',
    }),
  ),
}

export const ProjectLimits = ObjectOf({
  ...settings,
  observations_today: WholeNumber({
    description: 'How much of the budget is used so far, including what processes have reserved.',
  }),
})
export type ProjectLimits = Infer<typeof ProjectLimits>

export const ProjectLimitsUpdate = ObjectOf(partial(settings))
export type ProjectLimitsUpdate = Infer<typeof ProjectLimitsUpdate>
