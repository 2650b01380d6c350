// Statements on observations.
import type { Sentiment, Source } from '../contract/labels.ts'
import { type Page, pageOf } from './page.ts'
import type { Tx } from './pool.ts'

export type ObservationRow = {
  id: string
  user_id: string
  interaction_id: string
  source: Source
  title: string
  description: string
  user_sentiment: Sentiment
  observed_at: Date
  created_at: Date
}

export type NewBatch = Omit<ObservationRow, 'id' | 'title' | 'description'> & {
  project_id: string
  items: Pick<ObservationRow, 'id' | 'title' | 'description'>[]
}

/** The whole batch in one statement: all of it is stored, or nothing. */
export async function insertObservations(tx: Tx, batch: NewBatch): Promise<void> {
  await tx.query({
    name: 'insert-observations',
    text: `INSERT INTO observation (project_id, user_id, interaction_id, source, user_sentiment, observed_at,
             created_at, id, title, description)
           SELECT $1::uuid, $2::text, $3::text, $4::text, $5::text, $6::timestamptz, $7::timestamptz, item.*
           FROM unnest($8::uuid[], $9::text[], $10::text[]) AS item`,
    values: [
      batch.project_id,
      batch.user_id,
      batch.interaction_id,
      batch.source,
      batch.user_sentiment,
      batch.observed_at,
      batch.created_at,
      batch.items.map((item) => item.id),
      batch.items.map((item) => item.title),
      batch.items.map((item) => item.description),
    ],
  })
}

export type TagOnObservation = { id: string; label: string; config: object }
export type ObservationWithTags = ObservationRow & { tags: TagOnObservation[] }

const WITH_TAGS = `SELECT o.id, o.user_id, o.interaction_id, o.source, o.title, o.description, o.user_sentiment,
    o.observed_at, o.created_at,
    (SELECT coalesce(json_agg(json_build_object('id', t.id, 'label', t.label, 'config', t.config)
            ORDER BY t.label), '[]')
     FROM observation_tag ot JOIN tag t ON t.project_id = ot.project_id AND t.id = ot.tag_id
     WHERE ot.project_id = o.project_id AND ot.observation_id = o.id) AS tags
  FROM observation o`

export async function selectObservation(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<ObservationWithTags | undefined> {
  const { rows } = await tx.query<ObservationWithTags>(`${WITH_TAGS} WHERE o.project_id = $1 AND o.id = $2`, [
    projectId,
    id,
  ])
  return rows[0]
}

export type ObservationFilter = {
  q?: string
  sentiment?: Sentiment
  tag?: string
  user_id?: string
  interaction_id?: string
  source?: Source
  from?: Date
  to?: Date
}

const CONDITIONS: Record<keyof ObservationFilter, (parameter: string) => string> = {
  q: (p) => `strpos(lower(o.title || E'\\n' || o.description), lower(${p})) > 0`,
  sentiment: (p) => `o.user_sentiment = ${p}`,
  tag: (p) => `EXISTS (SELECT FROM observation_tag ot
                       WHERE ot.project_id = o.project_id AND ot.observation_id = o.id AND ot.tag_id = ${p})`,
  user_id: (p) => `o.user_id = ${p}`,
  interaction_id: (p) => `o.interaction_id = ${p}`,
  source: (p) => `o.source = ${p}`,
  from: (p) => `o.observed_at >= ${p}`,
  to: (p) => `o.observed_at < ${p}`,
}

export async function selectObservations(
  tx: Tx,
  projectId: string,
  filter: ObservationFilter,
  page: Page,
): Promise<ObservationWithTags[]> {
  const values: unknown[] = [projectId, page.before, page.limit]
  const conditions = Object.entries(filter).map(([name, value]) =>
    CONDITIONS[name as keyof ObservationFilter](`$${values.push(value)}`),
  )
  const where = ['o.project_id = $1', pageOf('o.id', 2), ...conditions].join(' AND ')
  const { rows } = await tx.query<ObservationWithTags>(
    `${WITH_TAGS} WHERE ${where} ORDER BY o.id DESC LIMIT $3`,
    values,
  )
  return rows
}
