// Stores what was found in each observation: vector, language, kind, search document, tags, and the project's counters.
import { countDays, countUsers, saveDigests, saveSearchDocuments } from '../db/digest/observation-digests.ts'
import type { Tx } from '../db/pool.ts'
import { searchConfig } from '../db/searches.ts'
import { replaceMachineTags, type TagMatch } from '../db/tags/tag-matches.ts'
import type { Deps } from '../domain/deps.ts'
import type { Digestible } from './digestible.ts'
import { encodeWords } from './features/text/note-words.ts'
import { encodeVector } from './group/vector.ts'

/** `model`: the encoder of the items' vectors. */
type Findings = { projectId: string; model: string; items: Digestible[]; matches: TagMatch[] }

/** Returns how many observations were digested for the first time. */
export async function storeFindings(
  tx: Tx,
  deps: Deps,
  { projectId, model, items, matches }: Findings,
): Promise<number> {
  if (items.length === 0) return 0
  const digests = items.map(({ job, note, kind, language, textHash }) => ({
    observationId: job.id,
    language,
    kind,
    model,
    meaning: encodeVector(note.vector),
    words: encodeWords(note.words),
    textHash,
  }))
  const firstTime = await saveDigests(tx, projectId, digests, deps.now())
  const documents = items.map(({ job, language }) => ({
    observationId: job.id,
    config: searchConfig(language),
    title: job.title,
    description: job.quote ? `${job.description}\n${job.quote}` : job.description,
  }))
  await saveSearchDocuments(tx, projectId, documents)
  await replaceMachineTags(
    tx,
    projectId,
    items.map(({ job }) => job.id),
    null,
    matches,
  )
  // Observations that are digested again are not counted again.
  const fresh = items.filter(({ job }) => firstTime.has(job.id)).map(({ job }) => job)
  await countDays(
    tx,
    projectId,
    fresh.map((job) => ({ sentiment: job.user_sentiment, observedAt: job.observed_at })),
  )
  await countUsers(
    tx,
    projectId,
    fresh.map((job) => ({ userId: job.user_id, observedAt: job.observed_at })),
  )
  return fresh.length
}
