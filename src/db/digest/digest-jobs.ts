// Statements on digest jobs: written with the observation or the answer, removed with the result.

import { WORKER_LOCK_SEED } from '../advisory-locks.ts'
import type { ObservationRow } from '../observations/observations.ts'
import type { Tx } from '../pool.ts'
import { isAwaited } from '../tags/tag-tests.ts'
import type { ThresholdPreview } from './digest-states.ts'
import { JOB_TABLES, type JobTable } from './job-tables.ts'

/** Waits before each further attempt at an observation or an answer; after the last one its job is kept as failed. */
export const RETRY_AFTER_MS = [10_000, 30_000, 120_000, 600_000]

export type DigestJob = ObservationRow & {
  /** The number of the issue that the agent put on the observation. */
  agent_issue: number | null
  quote: string | null
  attempts: number
}

/**
 * Each project that has such rows, once, from one to the next along the index that begins with it: as many steps as there
 * are such projects, however many rows they have, and however many projects have none.
 */
const projectsIn = (table: string, condition: string): string =>
  `(WITH RECURSIVE found AS (
     (SELECT project_id FROM ${table} WHERE ${condition} ORDER BY project_id LIMIT 1)
     UNION ALL
     SELECT next.project_id FROM found CROSS JOIN LATERAL (
       SELECT project_id FROM ${table} WHERE ${condition} AND project_id > found.project_id
       ORDER BY project_id LIMIT 1) AS next)
   SELECT project_id FROM found)`

const DUE = 'failed_at IS NULL AND due_at <= $1'

/** Projects where a person waits for an answer. */
const AWAITED = `SELECT project_id FROM tag_trial WHERE ${isAwaited('$1')}
  UNION SELECT project_id FROM meaning_search WHERE ${isAwaited('$1')}
  UNION SELECT project_id FROM test_observation WHERE digested_at IS NULL`

/** Nothing is asked about a project that has nothing to do: what an idle service costs does not depend on how many it has. */
const PROJECTS_WITH_WORK = [
  AWAITED,
  projectsIn('digest_job', DUE),
  projectsIn('answer_job', DUE),
  projectsIn('theme', 'redescribe'),
  projectsIn('issue', 'redescribe'),
  projectsIn('issue', 'unsettled AND merged_into IS NULL'),
  'SELECT project_id FROM digest_state WHERE requeued_to IS NOT NULL',
  'SELECT project_id FROM digest_state WHERE model < $2 AND digested_count > 0',
  'SELECT project_id FROM digest_state WHERE model > $2 AND digested_count > 0',
  'SELECT project_id FROM tag_rematch WHERE finished_at IS NULL',
].join(' UNION ')

/**
 * A project with work to do that no other worker is at: first where a person waits for a tag test, a search by meaning
 * or a test observation, then the longest unattended. Its lock ends with the transaction, which stays open for as long as the
 * worker is at it; it has written nothing and looks at nothing, so that it is in nobody's way. The inner query is
 * small and ordered, so that locks are tried one by one.
 */
export async function claimProject(tx: Tx, now: Date, model: string): Promise<string | undefined> {
  // A plan that was made while a table was empty would read all of a sudden backlog, once for each project in it.
  await tx.query(
    'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL plan_cache_mode = force_generic_plan',
  )
  const { rows } = await tx.query<{ project_id: string }>({
    name: 'claim-project',
    text: `SELECT project_id FROM (
       SELECT project_id FROM (${PROJECTS_WITH_WORK}) work
       CROSS JOIN LATERAL (
         SELECT claimed_at FROM digest_state s JOIN project p ON p.id = s.project_id AND p.deleted_at IS NULL
         WHERE s.project_id = work.project_id OFFSET 0) state
       ORDER BY project_id IN (${AWAITED}) DESC, claimed_at LIMIT 32) waiting
     WHERE pg_try_advisory_xact_lock(hashtextextended(project_id::text, ${WORKER_LOCK_SEED})) LIMIT 1`,
    values: [now, model],
  })
  const projectId = rows[0]?.project_id
  if (projectId !== undefined) await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  return projectId
}

/** Puts the project at the end of the line, outside of the claim's transaction: one whose work fails must not come first again. */
export async function noteClaim(tx: Tx, projectId: string, now: Date): Promise<void> {
  await tx.query('UPDATE digest_state SET claimed_at = $2 WHERE project_id = $1', [projectId, now])
}

/** What agents post is digested before what was imported, however much that is. */
export async function selectDueJobs(
  tx: Tx,
  projectId: string,
  now: Date,
  limit: number,
): Promise<DigestJob[]> {
  const { rows } = await tx.query<DigestJob>({
    name: 'select-due-jobs',
    // The batch first, then its observations: joined before the limit, a sudden backlog that PostgreSQL has no
    // statistics of yet once took over 30 s.
    text: `SELECT o.id, o.user_id, o.interaction_id, o.source, o.title, o.description, o.user_sentiment,
             o.observed_at, o.created_at, o.agent_issue, o.user_quote AS quote, j.attempts
           FROM (SELECT observation_id, attempts, imported, due_at FROM digest_job
                 WHERE project_id = $1 AND failed_at IS NULL AND due_at <= $2
                 ORDER BY imported, due_at, observation_id LIMIT $3) j
           CROSS JOIN LATERAL (SELECT * FROM observation
                               WHERE project_id = $1 AND id = j.observation_id OFFSET 0) o
           ORDER BY j.imported, j.due_at, j.observation_id`,
    values: [projectId, now, limit],
  })
  return rows
}

/** Of which jobs were still there, the only ones to digest: any other was done already, or what it is about erased. */
export async function removeJobs(
  tx: Tx,
  projectId: string,
  table: JobTable,
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>({
    name: `remove-jobs-of-${table}`,
    text: `DELETE FROM ${table} WHERE project_id = $1 AND ${JOB_TABLES[table].subject} = ANY($2::uuid[])
           RETURNING ${JOB_TABLES[table].subject} AS id`,
    values: [projectId, ids],
  })
  return new Set(rows.map(({ id }) => id))
}

export type JobFailure = { id: string; error: string; retryAt: Date | null; at: Date }

/** Without a time to retry, the job is kept as failed. */
export async function recordFailure(
  tx: Tx,
  projectId: string,
  table: JobTable,
  { id, error, retryAt, at }: JobFailure,
): Promise<void> {
  await tx.query(
    `UPDATE ${table} SET attempts = attempts + 1, error = $3, due_at = coalesce($4, due_at),
       failed_at = CASE WHEN $4::timestamptz IS NULL THEN $5::timestamptz END
     WHERE project_id = $1 AND ${JOB_TABLES[table].subject} = $2`,
    [projectId, id, error, retryAt, at],
  )
}

export async function retryFailedJobs(
  tx: Tx,
  projectId: string,
  table: JobTable,
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE ${table} SET attempts = 0, failed_at = NULL, due_at = $2, queued_at = now()
     WHERE project_id = $1 AND failed_at IS NOT NULL`,
    [projectId, now],
  )
  return rowCount ?? 0
}

/** For a cause that is not in the jobs, such as a model that is away: no attempt is counted. */
export async function postponeJobs(
  tx: Tx,
  projectId: string,
  table: JobTable,
  ids: string[],
  until: Date,
): Promise<void> {
  await tx.query(
    `UPDATE ${table} SET due_at = $3 WHERE project_id = $1 AND ${JOB_TABLES[table].subject} = ANY($2::uuid[])`,
    [projectId, ids, until],
  )
}

const QUEUED_IN_FUTURE = "failed_at IS NULL AND queued_at > now() + interval '1 minute'"

/** What the database's clock queued while it was ahead would wait until that time has come. */
export async function pullForwardFutureJobs(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    `WITH notes AS (
       UPDATE digest_job SET due_at = $1, queued_at = now() WHERE ${QUEUED_IN_FUTURE})
     UPDATE answer_job SET due_at = $1, queued_at = now() WHERE ${QUEUED_IN_FUTURE}`,
    [now],
  )
}

/**
 * Puts up to `limit` observations and answers after an id back into the queue, the oldest first; the last id, or null when
 * there were none. Answers that failed get another chance.
 */
export async function enqueueAfter(
  tx: Tx,
  projectId: string,
  after: string,
  limit: number,
  now: Date,
): Promise<string | null> {
  const { rows } = await tx.query<{ last: string | null }>(
    `WITH next AS (
       (SELECT id, NULL::uuid AS study_id FROM observation WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $3)
       UNION ALL
       (SELECT id, study_id FROM answer WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $3)
       ORDER BY id LIMIT $3),
     observations AS (
       INSERT INTO digest_job (project_id, observation_id, due_at)
       SELECT $1, id, $4 FROM next WHERE study_id IS NULL
       ON CONFLICT (project_id, observation_id) DO NOTHING),
     answers AS (
       INSERT INTO answer_job (project_id, study_id, answer_id, due_at)
       SELECT $1, study_id, id, $4 FROM next WHERE study_id IS NOT NULL
       ON CONFLICT (project_id, study_id, answer_id)
       DO UPDATE SET attempts = 0, failed_at = NULL, due_at = $4, queued_at = now())
     SELECT max(id::text)::uuid AS last FROM next`,
    [projectId, after, limit, now],
  )
  return rows[0]?.last ?? null
}

export type DigestStatus = {
  /** How many wait, counted up to `most`. */
  pending_observations: number
  pending_answers: number
  failed: number
  oldest_due_at: Date | null
  oldest_seconds: number
  last_digested_at: Date | null
  digested_count: number
  model_faults: Record<string, unknown>
  threshold_preview: ThresholdPreview | null
  /** While the project is digested again, how many are done; otherwise null. */
  redigested_count: number | null
}

/** Of observations and answers together. */
export async function selectDigestStatus(tx: Tx, projectId: string, most: number): Promise<DigestStatus> {
  // In the order of an index, so that nothing else of the table is read.
  const pending = (table: JobTable, order: string) => `(SELECT count(*)::int FROM (
    SELECT FROM ${table} WHERE project_id = $1 AND failed_at IS NULL ORDER BY ${order} LIMIT $2) AS counted)`
  const failed = (table: JobTable) =>
    `(SELECT count(*)::int FROM ${table} WHERE project_id = $1 AND failed_at IS NOT NULL)`
  const { rows } = await tx.query<DigestStatus>(
    // Counting all of a million that wait took 130 to 230 ms; so far as it is told, 4. The oldest is among the first that are
    // due, but for one that is tried again while thousands wait.
    `WITH note AS (
       SELECT min(due_at) AS due_at, min(queued_at) AS queued_at FROM (
         SELECT due_at, queued_at FROM digest_job WHERE project_id = $1 AND ${ARRIVED}
         ORDER BY due_at LIMIT 1000) AS soonest),
     answer AS (
       SELECT min(due_at) AS due_at, min(queued_at) AS queued_at FROM answer_job
       WHERE project_id = $1 AND failed_at IS NULL)
     SELECT ${pending('digest_job', 'imported, due_at, observation_id')} AS pending_observations,
       ${pending('answer_job', 'due_at')} AS pending_answers,
       ${failed('digest_job')} + ${failed('answer_job')} AS failed, least(note.due_at, answer.due_at) AS oldest_due_at,
       ${secondsSince('least(note.queued_at, answer.queued_at)')} AS oldest_seconds, last_digested_at, digested_count::int,
       model_faults, threshold_preview, CASE WHEN requeued_to IS NOT NULL THEN (
         SELECT count(*)::int FROM observation WHERE project_id = $1 AND id <= requeued_to) - (
         SELECT count(*)::int FROM digest_job
         WHERE project_id = $1 AND observation_id <= requeued_to AND failed_at IS NULL) END AS redigested_count
     FROM note, answer, digest_state WHERE project_id = $1`,
    [projectId, most],
  )
  return rows[0] as DigestStatus
}

export type Backlog = { pending: number; failed: number; lag_seconds: number; oldest_seconds: number }

/** Of all projects together, for the operator. */
export async function selectBacklog(tx: Tx): Promise<Backlog> {
  const { rows } = await tx.query<Backlog>(
    `SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS pending,
       count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed,
       ${secondsSince(`min(due_at) FILTER (WHERE ${ARRIVED})`)} AS lag_seconds,
       ${secondsSince(`min(queued_at) FILTER (WHERE ${ARRIVED})`)} AS oldest_seconds
     FROM (SELECT failed_at, due_at, queued_at, imported FROM digest_job
           UNION ALL SELECT failed_at, due_at, queued_at, false FROM answer_job) AS job`,
  )
  return rows[0] as Backlog
}

/** Imported observations are meant to wait, so their age is left out. */
const ARRIVED = 'failed_at IS NULL AND NOT imported'

const secondsSince = (time: string): string =>
  `greatest(0, coalesce(extract(epoch FROM now() - ${time}), 0))::float8`

/** Of an observation, or of an answer to a study. */
export type FailedJob = {
  observation_id: string | null
  study_id: string | null
  answer_id: string | null
  attempts: number
  /** Null for answers that versions before 0098 gave up on after each of their workers was lost. */
  error: string | null
  failed_at: Date
}

export async function selectFailedJobs(
  tx: Tx,
  projectId: string,
  before: string | null,
  limit: number,
): Promise<FailedJob[]> {
  const { rows } = await tx.query<FailedJob>(
    `(SELECT observation_id, NULL::uuid AS study_id, NULL::uuid AS answer_id, attempts, error, failed_at,
        observation_id AS id FROM digest_job
      WHERE project_id = $1 AND failed_at IS NOT NULL AND ($2::uuid IS NULL OR observation_id < $2)
      ORDER BY id DESC LIMIT $3)
     UNION ALL
     (SELECT NULL, study_id, answer_id, attempts, error, failed_at, answer_id AS id FROM answer_job
      WHERE project_id = $1 AND failed_at IS NOT NULL AND ($2::uuid IS NULL OR answer_id < $2)
      ORDER BY id DESC LIMIT $3)
     ORDER BY id DESC LIMIT $3`,
    [projectId, before, limit],
  )
  return rows
}
