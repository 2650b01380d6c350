// The project's tags made ready, and matched to a batch of observations.
import { createHash } from 'node:crypto'
import type { Tx } from '../db/pool.ts'
import { selectLessons, type TagLesson, type TagMatch } from '../db/tags/tag-matches.ts'
import { selectAllTags, type TagRow } from '../db/tags/tags.ts'
import type { Engine } from './engine.ts'
import type { ObservationFeatures, ObservationText } from './features/observation-features.ts'
import type { Grouper } from './group/grouper.ts'
import { featuresOf, readableBy } from './project-memory.ts'
import { shareOut } from './share-out.ts'
import { type CompiledTag, compileTag, tagTexts } from './tags/compile-tag.ts'
import { matchTags } from './tags/match-tags.ts'

const LESSONS = 200 // a tag's newest confirmations and removals; more teach it hardly anything new

export type Matchable = {
  job: ObservationText & { id: string; observed_at: Date }
  features: ObservationFeatures
}

export async function compileTags(
  tx: Tx,
  engine: Engine,
  projectId: string,
  grouper: Grouper,
): Promise<CompiledTag[]> {
  const tags = await selectAllTags(tx, projectId)
  if (tags.length === 0) return []
  const lessons = await selectLessons(tx, projectId, LESSONS)
  const { vectors, fault } = await tagVectors(engine, tags)
  const key = keyOf(tags, lessons, [grouper.generation(), fault])
  return engine.memories.compiledTags(projectId, key, () =>
    tags.map((tag, i) =>
      compileTag(tag, vectors[i] ?? [], grouper.project(), feedback(lessons, tag.id, engine.model)),
    ),
  )
}

/** A tag as it would be matched if it were saved now; what people said about a saved one teaches it too. */
export async function compileTrial(
  tx: Tx,
  engine: Engine,
  projectId: string,
  grouper: Grouper,
  tag: Pick<TagRow, 'label' | 'config'> & { tag_id: string | null },
): Promise<{ compiled: CompiledTag; lessons: TagLesson[] }> {
  const { tag_id, label, config } = tag
  const wanted = { id: tag_id ?? '', label, config }
  const lessons = tag_id === null ? [] : await selectLessons(tx, projectId, LESSONS)
  const { vectors } = await tagVectors(engine, [wanted])
  const taught = feedback(lessons, wanted.id, engine.model)
  return { compiled: compileTag(wanted, vectors[0] ?? [], grouper.project(), taught), lessons }
}

/** Before the digest lock is taken: under it, compiling finds the vectors remembered. Returns the model's fault. */
export async function prepareTags(tx: Tx, engine: Engine, projectId: string): Promise<string | null> {
  return (await tagVectors(engine, await selectAllTags(tx, projectId))).fault
}

/** Differs whenever compiling again would give something else. */
function keyOf(tags: TagRow[], lessons: TagLesson[], rest: unknown[]): string {
  const told = tags.map(({ id, label, config }) => [id, label, config])
  const taught = lessons.map(({ tag_id, observation_id, holds }) => [tag_id, observation_id, holds])
  return createHash('sha256')
    .update(JSON.stringify([told, taught, rest]))
    .digest('hex')
}

export async function tagVectors(engine: Engine, tags: Pick<TagRow, 'id' | 'label' | 'config'>[]) {
  const texts = tags.map(tagTexts)
  const { vectors, fault } = await engine.embedOnce(texts.flat())
  return { vectors: shareOut(vectors, texts), fault }
}

function feedback(lessons: TagLesson[], tagId: string, model: string) {
  const own = lessons.filter((lesson) => lesson.tag_id === tagId)
  const features = (holds: boolean) =>
    own.filter((lesson) => lesson.holds === holds).map((lesson) => featuresOf(readableBy(model, lesson)))
  return { confirmed: features(true), removed: features(false) }
}

export function matchObservations(tags: CompiledTag[], items: Matchable[], grouper: Grouper): TagMatch[] {
  if (tags.length === 0) return []
  const project = grouper.project()
  return items.flatMap(({ job, features }) =>
    matchTags(tags, { text: job, features }, project).map(({ tagId, score }) => ({
      observationId: job.id,
      tagId,
      score,
      observedAt: job.observed_at,
    })),
  )
}
