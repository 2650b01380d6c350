// Observations, as administrators read them.
import type { ObservationsQuery } from '../contract/admin.ts'
import { parseDateTime } from '../contract/date-time.ts'
import type { Observation } from '../contract/observations.ts'
import { notFound } from '../contract/refusal.ts'
import { isUuid } from '../contract/validate.ts'
import {
  type ObservationFilter,
  type ObservationWithTags,
  selectObservation,
  selectObservations,
} from '../db/observations.ts'
import type { Deps } from './deps.ts'
import { type Paged, page } from './pages.ts'

const show = ({ observed_at, created_at, tags, ...row }: ObservationWithTags): Observation => ({
  ...row,
  observed_at: observed_at.toISOString(),
  created_at: created_at.toISOString(),
  tags,
})

export function listObservations(
  deps: Deps,
  projectId: string,
  query: ObservationsQuery,
): Promise<Paged<Observation>> {
  const { limit: _, cursor: __, from, to, ...plain } = query
  const filter: ObservationFilter = {
    ...plain,
    ...(from && { from: parseDateTime(from) as Date }),
    ...(to && { to: parseDateTime(to) as Date }),
  }
  return page(
    query,
    (at) => selectObservations(deps.db, projectId, filter, at),
    (row) => row.id,
    show,
  )
}

export async function findObservation(deps: Deps, projectId: string, id: string): Promise<Observation> {
  const row = isUuid(id) ? await selectObservation(deps.db, projectId, id) : undefined
  if (!row) throw notFound('observation')
  return show(row)
}
