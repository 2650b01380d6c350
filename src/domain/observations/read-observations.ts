// Reads observations for the team.

import { parseDateTime } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import type {
  ObservationDetail,
  ObservationItem,
  ObservationsQuery,
} from '../../contract/observations/observation-details.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { selectWordings } from '../../db/issues/issue-searches.ts'
import {
  type ObservationFilter,
  type ObservationInFull,
  selectObservation,
  selectObservations,
  selectObservationsByIds,
} from '../../db/observations/observations.ts'
import { selectSimilarObservations } from '../../db/observations/similar-observations.ts'
import { selectTestObservation, type TestObservationRow } from '../../db/sample/test-observations.ts'
import { parseSearch } from '../../db/searches.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page, pageOfFew } from '../pages.ts'
import { respell } from '../respell.ts'
import { highlight } from './highlight.ts'

export const showObservation = ({
  observed_at,
  created_at,
  ...row
}: ObservationInFull): ObservationDetail => ({
  ...row,
  observed_at: observed_at.toISOString(),
  created_at: created_at.toISOString(),
})

/** A page with the matches of the search marked. */
export async function listObservations(
  deps: Deps,
  projectId: string,
  query: ObservationsQuery,
): Promise<Paged<ObservationItem>> {
  const { q, ...found } = await pageCorrected(deps, projectId, query)
  return q === undefined ? found : { ...found, items: await highlight(deps, projectId, q, found.items) }
}

export async function pageOfObservations(
  deps: Deps,
  projectId: string,
  query: ObservationsQuery,
): Promise<Paged<ObservationDetail>> {
  const { q: _, ...found } = await pageCorrected(deps, projectId, query)
  return found
}

/** With the words searched for: those typed, or their corrected spelling when those find nothing. */
async function pageCorrected(
  deps: Deps,
  projectId: string,
  query: ObservationsQuery,
): Promise<Paged<ObservationDetail> & { q: string | undefined }> {
  const found = await pageAsTyped(deps, projectId, query)
  if (found.items.length > 0 || query.q === undefined) return { ...found, q: query.q }
  const q = await wordsMeant(deps, projectId, query.q)
  return q === null
    ? { ...found, q: query.q }
    : { ...(await pageAsTyped(deps, projectId, { ...query, q })), q }
}

/** Null when no other spelling fits. */
export const wordsMeant = ({ db }: Deps, projectId: string, typed: string): Promise<string | null> =>
  respell(typed, () => selectWordings(db, projectId))

async function pageAsTyped(
  deps: Deps,
  projectId: string,
  query: ObservationsQuery,
): Promise<Paged<ObservationDetail>> {
  const filter = await filterOf(deps, query)
  return page(
    query,
    (at) => selectObservations(deps.db, projectId, filter, at),
    (row) => row.id,
    showObservation,
  )
}

export async function filterOf({ db }: Deps, query: ObservationsQuery): Promise<ObservationFilter> {
  const { limit: _, cursor: __, q, from, to, ...plain } = query
  return {
    ...plain,
    ...(q && { q: await parseSearch(db, q) }),
    ...(from && { from: parseDateTime(from) as Date }),
    ...(to && { to: parseDateTime(to) as Date }),
  }
}

export async function getObservation(deps: Deps, projectId: string, id: string): Promise<ObservationDetail> {
  const row = isUuid(id) ? await selectObservation(deps.db, projectId, id) : undefined
  if (row) return showObservation(row)
  const test = isUuid(id) ? await selectTestObservation(deps.db, projectId, id) : undefined
  if (!test) throw notFound('observation')
  return showTestObservation(test)
}

/** So that a test observation can be followed by its id. */
function showTestObservation(row: TestObservationRow): ObservationDetail {
  const { observation, digested_at, error, language, kind, tags } = row
  const state = digested_at === null ? 'pending' : error === null ? 'done' : 'failed'
  return {
    ...observation,
    tags,
    issue: null,
    quote: null,
    agent_issue: null,
    kind,
    language,
    digest: { state, error },
  }
}

/** In the order of the ids. Leaves out unknown ids. */
export async function readObservationsInOrder(
  deps: Deps,
  projectId: string,
  ids: string[],
): Promise<ObservationDetail[]> {
  return (await selectObservationsByIds(deps.db, projectId, ids)).map(showObservation)
}

/** The closest in meaning among the members of its issue and of the most similar issues: bounded, not a scan. */
export async function listSimilarObservations(
  deps: Deps,
  projectId: string,
  id: string,
  query: PageQuery,
): Promise<Paged<ObservationDetail>> {
  const { id: known } = await getObservation(deps, projectId, id)
  const near = await selectSimilarObservations(deps.db, projectId, known)
  const ids = near.slice(0, LIMITS.similarObservations).map((similar) => similar.observation_id)
  return pageOfFew(query, await readObservationsInOrder(deps, projectId, ids))
}
