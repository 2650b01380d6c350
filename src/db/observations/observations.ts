// Statements on observations.
import type { IssuePlacedBy, PlacedBy, Sentiment, Source } from '../../contract/labels.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'
import { daysOf, idsByDay, isShort, type Walk, walkThrough } from './periods.ts'
import { PAGE, type SoughtWords, seekWords } from './word-searches.ts'

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

type TagOnObservation = { id: string; label: string; config: object; placed_by: PlacedBy }

/** Not digested yet, failed for good, or done. */
type DigestProgress = { state: 'pending' | 'failed' | 'done'; error: string | null }

export type ObservationInFull = ObservationRow & {
  tags: TagOnObservation[]
  issue: { id: string; number: number; title: string; placed_by: IssuePlacedBy } | null
  quote: string | null
  agent_issue: number | null
  kind: string | null
  language: string | null
  digest: DigestProgress
}

const IN_FULL = `SELECT o.id, o.user_id, o.interaction_id, o.source, o.title, o.description, o.user_sentiment,
    o.observed_at, o.created_at, o.user_quote AS quote, o.agent_issue, d.kind, d.language,
    (SELECT coalesce(json_agg(json_build_object('id', t.id, 'label', t.label, 'config', t.config,
            'placed_by', ot.placed_by) ORDER BY t.label), '[]')
     FROM observation_tag ot JOIN tag t ON t.project_id = ot.project_id AND t.id = ot.tag_id
     WHERE ot.project_id = o.project_id AND ot.observation_id = o.id AND ot.holds) AS tags,
    (SELECT json_build_object('id', i.id, 'number', i.number, 'title', i.title, 'placed_by', m.placed_by)
     FROM issue_observation m JOIN issue i ON i.project_id = m.project_id AND i.id = m.issue_id
     WHERE m.project_id = o.project_id AND m.observation_id = o.id) AS issue,
    json_build_object('state', CASE WHEN j.failed_at IS NOT NULL THEN 'failed'
        WHEN j.observation_id IS NOT NULL THEN 'pending' ELSE 'done' END, 'error', j.error) AS digest
  FROM observation o
  LEFT JOIN observation_digest d ON d.project_id = o.project_id AND d.observation_id = o.id
  LEFT JOIN digest_job j ON j.project_id = o.project_id AND j.observation_id = o.id`

export async function selectObservation(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<ObservationInFull | undefined> {
  const [row] = await selectObservationsByIds(tx, projectId, [id])
  return row
}

/** In the order of the ids. Leaves out unknown ids. */
export async function selectObservationsByIds(
  tx: Tx,
  projectId: string,
  ids: string[],
): Promise<ObservationInFull[]> {
  const { rows } = await tx.query<ObservationInFull>(
    `${IN_FULL} WHERE o.project_id = $1 AND o.id = ANY($2::uuid[]) ORDER BY array_position($2::uuid[], o.id)`,
    [projectId, ids],
  )
  return rows
}

export type ObservationFilter = {
  q?: string
  sentiment?: Sentiment[]
  tag?: string
  issue?: string
  user_id?: string
  interaction_id?: string
  source?: Source
  import?: string
  from?: Date
  to?: Date
}

/** `q` is the text of a tsquery. Each subquery is limited to the page, too; otherwise it would start at the newest. */
const CONDITIONS: Record<keyof ObservationFilter, (parameter: string) => string> = {
  q: (p) => `o.id IN (SELECT observation_id FROM observation_search s
                      WHERE s.project_id = $1 AND ${pageOf('s.observation_id', 2)} AND s.document @@ ${p}::tsquery)`,
  sentiment: (p) => `o.user_sentiment = ANY(${p})`,
  tag: (p) => `o.id IN (SELECT observation_id FROM observation_tag t
                        WHERE t.project_id = $1 AND ${pageOf('t.observation_id', 2)} AND t.tag_id = ${p} AND t.holds)`,
  issue: (p) => `o.id IN (SELECT observation_id FROM issue_observation m
                          WHERE m.project_id = $1 AND ${pageOf('m.observation_id', 2)} AND m.issue_id = ${p})`,
  user_id: (p) => `o.user_id = ${p}`,
  interaction_id: (p) => `o.interaction_id = ${p}`,
  source: (p) => `o.source = ${p}`,
  import: (p) => `o.import_id = ${p}`,
  from: (p) => `o.observed_at >= ${p}`,
  to: (p) => `o.observed_at < ${p}`,
}

/** The filter's conditions for `observation o`. The first two values are the project and the start of the page. */
function conditionsOf(
  { q, ...filter }: ObservationFilter,
  words: SoughtWords | undefined,
  values: [projectId: string, before: string | null, ...unknown[]],
): string {
  const conditions = Object.entries(filter).map(([name, value]) =>
    CONDITIONS[name as keyof ObservationFilter](`$${values.push(value)}`),
  )
  if (words?.few) conditions.push(`o.id = ANY($${values.push(words.few)}::uuid[])`)
  else if (words) conditions.push(CONDITIONS.q(`$${values.push(words.q)}`))
  return [pageOf('o.id', 2), ...conditions].join(' AND ')
}

const wordsOf = async (tx: Tx, projectId: string, { q }: ObservationFilter, page: Page) =>
  q === undefined ? undefined : seekWords(tx, projectId, q, page)

/** Selects the page's ids first, from indexes where possible; then those few rows in full. */
export async function selectObservations(
  tx: Tx,
  projectId: string,
  filter: ObservationFilter,
  page: Page,
): Promise<ObservationInFull[]> {
  const walk = await walkOf(tx, projectId, filter, page)
  if (!walk) return []
  const words = await wordsOf(tx, projectId, filter, { ...page, before: walk.before })
  const values: Parameters<typeof conditionsOf>[2] = [projectId, walk.before, page.limit]
  const where = conditionsOf(filter, words, values)
  const notOlder = walk.oldest === null ? '' : `AND o.id >= $${values.push(walk.oldest)}`
  const ids = isFoundByDay(filter, words, page)
    ? idsByDay(filter, values, { where: `${where} ${notOlder}`, limit: '$3' })
    : `SELECT o.id FROM observation o WHERE o.project_id = $1 AND ${where} ${notOlder} ORDER BY o.id DESC LIMIT $3`
  const { rows } = await tx.query<ObservationInFull>(
    `${IN_FULL} WHERE o.project_id = $1 AND o.id = ANY(ARRAY(${ids})) ORDER BY o.id DESC`,
    values,
  )
  return rows
}

/** What the daily index contains besides the time. */
const KNOWN_BY_DAY: string[] = ['sentiment', 'source'] satisfies (keyof ObservationFilter)[]

/** The first page of a period, and every page of a short period that has an end or no other filter. */
function isFoundByDay(filter: ObservationFilter, words: SoughtWords | undefined, { before }: Page): boolean {
  const { from, to, q: _, ...others } = filter
  const names = Object.keys(others)
  if ((!from && !to) || names.some((name) => !KNOWN_BY_DAY.includes(name))) return false
  const isNarrowed = names.length > 0
  // A scan finds a common word at once, unless something else narrows the search.
  if (words) return words.isCommon && isNarrowed && to !== undefined && isShort(filter)
  return before === null || (isShort(filter) && (to !== undefined || !isNarrowed))
}

/** These have their own indexes, whose few entries are sorted. */
const FEW_EACH = ['user_id', 'interaction_id', 'import'] satisfies (keyof ObservationFilter)[]

async function walkOf(
  tx: Tx,
  projectId: string,
  filter: ObservationFilter,
  page: Page,
): Promise<Walk | null> {
  const hasPeriod = filter.from !== undefined || filter.to !== undefined
  const isByDay = filter.q === undefined && isFoundByDay(filter, undefined, page)
  if (!hasPeriod || isByDay || FEW_EACH.some((name) => name in filter))
    return { before: page.before, oldest: null }
  return walkThrough(tx, projectId, filter, page.before)
}

/** With `sentiment` null: all of them together. */
export type CountedObservations = { sentiment: Sentiment | null; count: number; users: number }

/** Counts at most this many matches, in total and by sentiment. */
export async function countMatchingObservations(
  tx: Tx,
  projectId: string,
  filter: ObservationFilter,
  most: number,
): Promise<CountedObservations[]> {
  const values: Parameters<typeof conditionsOf>[2] = [projectId, null, most]
  const words = await wordsOf(tx, projectId, filter, { before: null, limit: PAGE })
  const where = [conditionsOf(filter, words, values), ...daysOf(filter, values)].join(' AND ')
  const { rows } = await tx.query<CountedObservations>(
    `SELECT found.user_sentiment AS sentiment, count(*)::int AS count, count(DISTINCT found.user_id)::int AS users
     FROM (SELECT o.user_sentiment, o.user_id FROM observation o
           WHERE o.project_id = $1 AND ${where} LIMIT $3) AS found
     GROUP BY GROUPING SETS ((found.user_sentiment), ())`,
    values,
  )
  return rows
}
