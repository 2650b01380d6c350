// What a watcher of a project queries once a second: the newest rows, bounded, from indexes alone.
import { LIMITS } from '../../contract/limits.ts'
import type { Tx } from '../pool.ts'

/** The newest ids after this one, newest first. */
export async function selectIdsAfter(
  tx: Tx,
  projectId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'select-ids-after',
    text: 'SELECT id FROM observation WHERE project_id = $1 AND id > $2 ORDER BY id DESC LIMIT $3',
    values: [projectId, after, limit],
  })
  return rows.map((row) => row.id)
}

export type DigestPulse = { version: number; digested_count: number; pending: number; failed: number }

/** Undefined if the project is gone. */
export async function selectDigestPulse(tx: Tx, projectId: string): Promise<DigestPulse | undefined> {
  const jobs = (condition: string) => `(SELECT count(*)::int FROM (
    SELECT FROM digest_job WHERE project_id = $1 AND ${condition} LIMIT ${LIMITS.countedJobs}) AS counted)`
  const { rows } = await tx.query<DigestPulse>({
    name: 'select-digest-pulse',
    text: `SELECT version::int, digested_count::int, ${jobs('failed_at IS NULL')} AS pending,
             ${jobs('failed_at IS NOT NULL')} AS failed
           FROM digest_state WHERE project_id = $1`,
    values: [projectId],
  })
  return rows[0]
}
