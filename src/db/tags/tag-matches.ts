// Statements on which tags observations carry, who added them, and rematches of existing observations.
import type { Tx } from '../pool.ts'
import { countTags } from './tag-counts.ts'

export type TagMatch = { observationId: string; tagId: string; score: number; observedAt: Date }

/** Replaces what the machine found earlier for these observations; people's verdicts stay. */
export async function replaceMachineTags(
  tx: Tx,
  projectId: string,
  observationIds: string[],
  tagId: string | null,
  matches: TagMatch[],
): Promise<void> {
  await countTags(tx, projectId, -1, { observationIds, tagId })
  await tx.query({
    name: 'remove-machine-tags',
    text: `DELETE FROM observation_tag WHERE project_id = $1 AND observation_id = ANY($2::uuid[])
             AND placed_by = 'machine' AND ($3::uuid IS NULL OR tag_id = $3)`,
    values: [projectId, observationIds, tagId],
  })
  if (matches.length > 0) await insertMachineTags(tx, projectId, matches)
  await countTags(tx, projectId, 1, { observationIds, tagId })
}

async function insertMachineTags(tx: Tx, projectId: string, matches: TagMatch[]): Promise<void> {
  await tx.query({
    name: 'insert-machine-tags',
    // Leaves out a tag that was deleted since it was read, instead of failing the batch.
    text: `INSERT INTO observation_tag (project_id, observation_id, tag_id, score, day)
           SELECT $1::uuid, item.observation_id, item.tag_id, item.score, (item.at AT TIME ZONE 'UTC')::date
           FROM unnest($2::uuid[], $3::uuid[], $4::real[], $5::timestamptz[])
             AS item (observation_id, tag_id, score, at)
           JOIN tag ON tag.project_id = $1 AND tag.id = item.tag_id
           ON CONFLICT (project_id, observation_id, tag_id) DO NOTHING`,
    values: [
      projectId,
      matches.map((match) => match.observationId),
      matches.map((match) => match.tagId),
      matches.map((match) => match.score),
      matches.map((match) => match.observedAt),
    ],
  })
}

export async function saveVerdict(
  tx: Tx,
  projectId: string,
  observationId: string,
  tagId: string,
  holds: boolean,
): Promise<void> {
  const judged = { observationIds: [observationId], tagId }
  await countTags(tx, projectId, -1, judged)
  await tx.query(
    `INSERT INTO observation_tag (project_id, observation_id, tag_id, placed_by, holds, day)
     SELECT $1, $2, $3, 'person', $4, (observed_at AT TIME ZONE 'UTC')::date FROM observation
     WHERE project_id = $1 AND id = $2
     ON CONFLICT (project_id, observation_id, tag_id) DO UPDATE SET placed_by = 'person', holds = $4`,
    [projectId, observationId, tagId, holds],
  )
  await countTags(tx, projectId, 1, judged)
}

export type TagLesson = {
  tag_id: string
  observation_id: string
  holds: boolean
  title: string
  description: string
  meaning: Buffer | null
  model: string | null
}

/** The newest verdicts of people on each tag, from which tags learn. */
export async function selectLessons(tx: Tx, projectId: string, eachTag: number): Promise<TagLesson[]> {
  const { rows } = await tx.query<TagLesson>(
    `SELECT tag.id AS tag_id, said.observation_id, said.holds, o.title, o.description, d.meaning, d.model
     FROM tag CROSS JOIN LATERAL (
       SELECT observation_id, holds FROM observation_tag
       WHERE project_id = $1 AND tag_id = tag.id AND placed_by = 'person'
       ORDER BY observation_id DESC LIMIT $2) said
     JOIN observation o ON o.project_id = $1 AND o.id = said.observation_id
     LEFT JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = said.observation_id
     WHERE tag.project_id = $1`,
    [projectId, eachTag],
  )
  return rows
}

export async function selectDigestedCount(tx: Tx, projectId: string): Promise<number> {
  const { rows } = await tx.query<{ digested_count: number }>(
    'SELECT digested_count::int FROM digest_state WHERE project_id = $1',
    [projectId],
  )
  return rows[0]?.digested_count ?? 0
}

export type RematchRow = {
  tag_id: string
  started_at: Date
  finished_at: Date | null
  after_id: string | null
  total: number
  done: number
  matched: number
}

const REMATCH = 'tag_id, started_at, finished_at, after_id, total, done, matched'

/** Restarts a rematch under way, because the tag may have changed. */
export async function startRematch(tx: Tx, projectId: string, tagId: string, at: Date): Promise<RematchRow> {
  const { rows } = await tx.query<RematchRow>(
    `INSERT INTO tag_rematch (project_id, tag_id, started_at, total)
     SELECT $1, $2, $3, count(*) FROM observation_digest WHERE project_id = $1
     ON CONFLICT (project_id, tag_id) DO UPDATE SET started_at = $3, total = excluded.total, finished_at = NULL,
       after_id = NULL, done = 0, matched = 0
     RETURNING ${REMATCH}`,
    [projectId, tagId, at],
  )
  return rows[0] as RematchRow
}

/** Starts rematches of all tags, and restarts those under way. */
export async function startRematches(tx: Tx, projectId: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO tag_rematch (project_id, tag_id, started_at, total)
     SELECT $1, tag.id, $2, (SELECT count(*) FROM observation_digest WHERE project_id = $1)
     FROM tag WHERE tag.project_id = $1
     ON CONFLICT (project_id, tag_id) DO UPDATE SET started_at = $2, total = excluded.total, finished_at = NULL,
       after_id = NULL, done = 0, matched = 0`,
    [projectId, at],
  )
}

export async function selectRematch(
  tx: Tx,
  projectId: string,
  tagId: string,
): Promise<RematchRow | undefined> {
  const { rows } = await tx.query<RematchRow>(
    `SELECT ${REMATCH} FROM tag_rematch WHERE project_id = $1 AND tag_id = $2`,
    [projectId, tagId],
  )
  return rows[0]
}

export async function selectOpenRematch(tx: Tx, projectId: string): Promise<RematchRow | undefined> {
  const { rows } = await tx.query<RematchRow>(
    `SELECT ${REMATCH} FROM tag_rematch WHERE project_id = $1 AND finished_at IS NULL ORDER BY started_at LIMIT 1`,
    [projectId],
  )
  return rows[0]
}

export type DigestedText = {
  observation_id: string
  title: string
  description: string
  observed_at: Date
  language: string
  model: string
  meaning: Buffer | null
}

/** The newest digested observations. */
export async function selectNewestDigested(
  tx: Tx,
  projectId: string,
  limit: number,
): Promise<DigestedText[]> {
  const { rows } = await tx.query<DigestedText>(
    `SELECT d.observation_id, o.title, o.description, o.observed_at, d.language, d.model, d.meaning
     FROM observation_digest d JOIN observation o ON o.project_id = d.project_id AND o.id = d.observation_id
     WHERE d.project_id = $1 ORDER BY d.observation_id DESC LIMIT $2`,
    [projectId, limit],
  )
  return rows
}

export async function selectDigestedAfter(
  tx: Tx,
  projectId: string,
  after: string | null,
  limit: number,
): Promise<DigestedText[]> {
  const { rows } = await tx.query<DigestedText>(
    `SELECT d.observation_id, o.title, o.description, o.observed_at, d.language, d.model, d.meaning
     FROM observation_digest d JOIN observation o ON o.project_id = d.project_id AND o.id = d.observation_id
     WHERE d.project_id = $1 AND ($2::uuid IS NULL OR d.observation_id > $2) ORDER BY d.observation_id LIMIT $3`,
    [projectId, after, limit],
  )
  return rows
}

export type RematchStep = {
  startedAt: Date
  afterId: string | null
  done: number
  matched: number
  finishedAt: Date | null
}

/** Only for the current rematch: a step of an old one must not advance a restarted one. */
export async function advanceRematch(
  tx: Tx,
  projectId: string,
  tagId: string,
  step: RematchStep,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE tag_rematch SET after_id = coalesce($4, after_id), done = done + $5, matched = matched + $6,
       finished_at = $7
     WHERE project_id = $1 AND tag_id = $2 AND started_at = $3 AND finished_at IS NULL`,
    [projectId, tagId, step.startedAt, step.afterId, step.done, step.matched, step.finishedAt],
  )
  return rowCount === 1
}
