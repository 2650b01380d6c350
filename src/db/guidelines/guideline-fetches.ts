// Statements on how often each key or connected app fetched each version of the guidelines, and of the list of known
// issues in them. The column key_id is the caller's, whichever it is.
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type GuidelineFetch = {
  projectId: string
  callerId: string
  version: number
  fetches: number
  at: Date
}

export const addGuidelineFetches = (tx: Tx, fetched: GuidelineFetch[]): Promise<void> =>
  addFetches(tx, { table: 'guideline_fetch', version: 'int' }, fetched)

/** The version of a list is a hash of what it says. */
export type KnownIssuesFetch = Omit<GuidelineFetch, 'version'> & { version: string }

export const addKnownIssuesFetches = (tx: Tx, fetched: KnownIssuesFetch[]): Promise<void> =>
  addFetches(tx, { table: 'known_issues_fetch', version: 'text' }, fetched)

type Counter = { table: 'guideline_fetch' | 'known_issues_fetch'; version: 'int' | 'text' }

/** One statement for everything fetched since the last flush; a project that was deleted since is left out. */
async function addFetches(
  tx: Tx,
  { table, version }: Counter,
  fetched: (GuidelineFetch | KnownIssuesFetch)[],
): Promise<void> {
  await tx.query(
    `INSERT INTO ${table} AS total (project_id, version, key_id, fetches, last_fetched_at)
     SELECT item.project_id, item.version, item.key_id, item.fetches, item.at
     FROM unnest($1::uuid[], $2::${version}[], $3::uuid[], $4::int[], $5::timestamptz[])
       AS item (project_id, version, key_id, fetches, at)
     JOIN project ON project.id = item.project_id
     ORDER BY 1, 2, 3
     ON CONFLICT (project_id, version, key_id) DO UPDATE SET fetches = total.fetches + excluded.fetches,
       last_fetched_at = greatest(total.last_fetched_at, excluded.last_fetched_at)`,
    [
      fetched.map((fetch) => fetch.projectId),
      fetched.map((fetch) => fetch.version),
      fetched.map((fetch) => fetch.callerId),
      fetched.map((fetch) => fetch.fetches),
      fetched.map((fetch) => fetch.at),
    ],
  )
}

export type VersionFetches<V = number> = {
  version: V
  agents: number
  fetches: number
  last_fetched_at: Date
}

const COUNTED = `version, count(*)::int AS agents, sum(fetches)::int AS fetches,
  max(last_fetched_at) AS last_fetched_at`

/** The newest versions that anyone fetched. */
export async function selectGuidelineFetches(
  tx: Tx,
  projectId: string,
  limit: number,
): Promise<VersionFetches[]> {
  const { rows } = await tx.query<VersionFetches>(
    `SELECT ${COUNTED} FROM guideline_fetch WHERE project_id = $1 GROUP BY version ORDER BY version DESC LIMIT $2`,
    [projectId, limit],
  )
  return rows
}

/** The lists that were fetched last. */
export async function selectKnownIssuesFetches(
  tx: Tx,
  projectId: string,
  limit: number,
): Promise<VersionFetches<string>[]> {
  const { rows } = await tx.query<VersionFetches<string>>(
    `SELECT ${COUNTED} FROM known_issues_fetch WHERE project_id = $1 GROUP BY version
     ORDER BY last_fetched_at DESC, version LIMIT $2`,
    [projectId, limit],
  )
  return rows
}

/** Lists change every few days; who read those of long ago is of no use to anybody. */
export async function deleteKnownIssuesFetchesBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM known_issues_fetch WHERE ctid = ANY(ARRAY(SELECT ctid FROM known_issues_fetch WHERE last_fetched_at < $1 ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}
