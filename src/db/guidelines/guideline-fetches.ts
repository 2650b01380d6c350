// Statements on how often each key fetched each version of the guidelines.
import type { Tx } from '../pool.ts'

export type GuidelineFetch = { projectId: string; keyId: string; version: number; fetches: number; at: Date }

/** One statement for everything fetched since the last flush; a key that was deleted since is left out. */
export async function addGuidelineFetches(tx: Tx, fetched: GuidelineFetch[]): Promise<void> {
  await tx.query(
    `INSERT INTO guideline_fetch AS total (project_id, version, key_id, fetches, last_fetched_at)
     SELECT item.project_id, item.version, item.key_id, item.fetches, item.at
     FROM unnest($1::uuid[], $2::int[], $3::uuid[], $4::int[], $5::timestamptz[])
       AS item (project_id, version, key_id, fetches, at)
     JOIN api_key ON api_key.project_id = item.project_id AND api_key.id = item.key_id
     ORDER BY 1, 2, 3
     ON CONFLICT (project_id, version, key_id) DO UPDATE SET fetches = total.fetches + excluded.fetches,
       last_fetched_at = greatest(total.last_fetched_at, excluded.last_fetched_at)`,
    [
      fetched.map((fetch) => fetch.projectId),
      fetched.map((fetch) => fetch.version),
      fetched.map((fetch) => fetch.keyId),
      fetched.map((fetch) => fetch.fetches),
      fetched.map((fetch) => fetch.at),
    ],
  )
}

export type VersionFetches = { version: number; agents: number; fetches: number; last_fetched_at: Date }

/** The newest versions that anyone fetched. */
export async function selectGuidelineFetches(
  tx: Tx,
  projectId: string,
  limit: number,
): Promise<VersionFetches[]> {
  const { rows } = await tx.query<VersionFetches>(
    `SELECT version, count(*)::int AS agents, sum(fetches)::int AS fetches,
       max(last_fetched_at) AS last_fetched_at
     FROM guideline_fetch WHERE project_id = $1 GROUP BY version ORDER BY version DESC LIMIT $2`,
    [projectId, limit],
  )
  return rows
}
