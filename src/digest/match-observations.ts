// Compiles a project's tags with some of its observations, and matches them to a batch.
import { createHash } from 'node:crypto'
import type { Tx } from '../db/pool.ts'
import {
  type DigestedText,
  selectDigestedCount,
  selectLessons,
  selectNewestDigested,
  type TagLesson,
  type TagMatch,
} from '../db/tags/tag-matches.ts'
import { selectAllTags, type TagRow } from '../db/tags/tags.ts'
import type { Engine } from './engine.ts'
import { decodeVector } from './group/vector.ts'
import type { TaggedNote } from './tags/evidence.ts'
import { type KnownTag, type Tag, tagTexts } from './tags/tag.ts'
import { createTagMatcher, type TagMatcher } from './tags/tag-matcher.ts'

/** The newest verdicts on a tag; more teach it hardly anything new. */
const LESSONS = 200
/** The newest observations, among which each finds its neighbors. */
const SAMPLE = 256
/** The sample is renewed after this many further observations: 60 ms for 256 of them and 12 tags. */
const SAMPLE_AGE = 32

export type Matchable = {
  job: { id: string; title: string; description: string; observed_at: Date }
  note: { vector: Float32Array | null }
}

/** Null for a project without tags. */
export async function compileTags(tx: Tx, engine: Engine, projectId: string): Promise<TagMatcher | null> {
  const tags = await selectAllTags(tx, projectId)
  if (tags.length === 0) return null
  const lessons = await selectLessons(tx, projectId, LESSONS)
  const vectors = await tagVectors(engine, tags)
  const age = Math.floor((await selectDigestedCount(tx, projectId)) / SAMPLE_AGE)
  const key = keyOf(tags, lessons, [engine.model, age, vectors.length])
  const known = engine.memories.compiledTags(projectId, key)
  if (known) return known
  const sample = await selectNewestDigested(tx, projectId, SAMPLE)
  const matcher = createTagMatcher(knownTags(engine, tags, vectors, lessons), notesOf(engine, sample))
  engine.memories.keepTags(projectId, key, matcher)
  return matcher
}

/** The tags as if this one were saved now. Verdicts on a saved tag count, too. */
export async function compileTagTest(
  tx: Tx,
  engine: Engine,
  projectId: string,
  tested: Tag,
): Promise<{ tags: KnownTag[]; lessons: TagLesson[] }> {
  const others = (await selectAllTags(tx, projectId)).filter(({ id }) => id !== tested.id)
  const lessons = await selectLessons(tx, projectId, LESSONS)
  const tags = [tested, ...others]
  const known = knownTags(engine, tags, await tagVectors(engine, tags), lessons)
  return { tags: known, lessons: lessons.filter(({ tag_id }) => tag_id === tested.id) }
}

/** Runs before the digest lock is taken, so that compiling under it finds the vectors in memory. */
export async function prepareTags(tx: Tx, engine: Engine, projectId: string): Promise<void> {
  await tagVectors(engine, await selectAllTags(tx, projectId))
}

/** Changes whenever compiling again would have another result. */
function keyOf(tags: TagRow[], lessons: TagLesson[], rest: unknown[]): string {
  const settings = tags.map(({ id, label, config }) => [id, label, config])
  const taught = lessons.map(({ tag_id, observation_id, holds }) => [tag_id, observation_id, holds])
  return createHash('sha256')
    .update(JSON.stringify([settings, taught, rest]))
    .digest('hex')
}

/** In the order of the tags' texts. Empty while the model is away; tags then match by keyword. */
async function tagVectors(engine: Engine, tags: Tag[]): Promise<Float32Array[]> {
  const { vectors, fault } = await engine.embedOnce(tags.flatMap(tagTexts))
  return fault === null ? vectors : []
}

function knownTags(engine: Engine, tags: Tag[], vectors: Float32Array[], lessons: TagLesson[]): KnownTag[] {
  let from = 0
  return tags.map(({ id, label, config }) => {
    const tag = { id, label, config }
    const own = vectors.slice(from, from + tagTexts(tag).length)
    from += tagTexts(tag).length
    const verdicts = lessons
      .filter((lesson) => lesson.tag_id === id)
      .map((lesson) => ({
        observationId: lesson.observation_id,
        holds: lesson.holds,
        vector: vectorOf(engine, lesson),
      }))
    return { tag, vectors: own, verdicts }
  })
}

export const notesOf = (engine: Engine, rows: DigestedText[]): TaggedNote[] =>
  rows.map((row) => ({
    id: row.observation_id,
    title: row.title,
    description: row.description,
    vector: vectorOf(engine, row),
  }))

/** Vectors of another model cannot be compared. */
const vectorOf = (
  engine: Engine,
  row: { model: string | null; meaning: Buffer | null },
): Float32Array | null => (row.meaning && row.model === engine.model ? decodeVector(row.meaning) : null)

export function matchObservations(matcher: TagMatcher | null, items: Matchable[]): TagMatch[] {
  if (!matcher) return []
  return items.flatMap(({ job, note }) =>
    matcher
      .match({ id: job.id, title: job.title, description: job.description, vector: note.vector })
      .map((match) => ({
        observationId: job.id,
        tagId: match.tagId,
        score: match.score,
        observedAt: job.observed_at,
      })),
  )
}
