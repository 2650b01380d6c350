// Finds what is close in meaning to any text, in the whole project. When no worker answers, it searches for the text's
// words instead, which finds less.
import { LIMITS } from '../../contract/limits.ts'
import type { ObservationDetail } from '../../contract/observations/observation-details.ts'
import { Refusal } from '../../contract/refusal.ts'
import {
  deleteMeaningSearch,
  insertMeaningSearch,
  type MeaningFinding,
  type Near,
  selectMeaningAnswer,
} from '../../db/observations/meaning-searches.ts'
import { selectBestMatches } from '../../db/observations/word-searches.ts'
import { parseSought } from '../../db/searches.ts'
import type { Deps } from '../deps.ts'
import { awaitWorker } from '../digest/await-worker.ts'
import { readObservationsInOrder } from './read-observations.ts'

/** Without a likeness when only words were searched for. */
export type SimilarObservation = { observation: ObservationDetail; likeness?: number }

export type SimilarToText = {
  by: 'meaning' | 'words'
  /** The closest first. */
  observations: SimilarObservation[]
  /** Empty when only words were searched for. */
  issues: Near[]
}

export async function findSimilarToText(deps: Deps, projectId: string, text: string): Promise<SimilarToText> {
  try {
    return await byMeaning(deps, projectId, text)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'unavailable') throw error
    return byWords(deps, projectId, text)
  }
}

async function byMeaning(deps: Deps, projectId: string, sought: string): Promise<SimilarToText> {
  const patienceMs = LIMITS.meaningSearchSeconds * 1000
  const { observations, issues } = await findNearest(deps, projectId, sought, patienceMs)
  const ids = observations.map(({ id }) => id)
  const likeness = new Map(observations.map((near) => [near.id, near.likeness]))
  const found = await readObservationsInOrder(deps, projectId, ids)
  return {
    by: 'meaning',
    observations: found.map((observation) => ({ observation, likeness: likeness.get(observation.id) ?? 0 })),
    issues,
  }
}

/** Throws `unavailable` when no worker answers in time. */
export async function findNearest(
  deps: Deps,
  projectId: string,
  sought: string,
  patienceMs: number,
): Promise<MeaningFinding> {
  const { db } = deps
  const id = deps.newId()
  await insertMeaningSearch(db, projectId, { id, sought }, deps.now())
  deps.wakeDigest()
  try {
    const look = () => selectMeaningAnswer(db, projectId, id)
    return await awaitWorker(look, patienceMs, 'the digest could not read this text')
  } finally {
    await deleteMeaningSearch(db, projectId, id)
  }
}

/** Matches any of the words, because a whole sentence rarely occurs verbatim. */
async function byWords(deps: Deps, projectId: string, text: string): Promise<SimilarToText> {
  const { words, phrases } = await parseSought(deps.db, text)
  const anyOf = [words, phrases].filter(Boolean).join(' | ')
  const ids = anyOf ? await selectBestMatches(deps.db, projectId, anyOf, LIMITS.teamPageSizeMax) : []
  const found = await readObservationsInOrder(deps, projectId, ids)
  return { by: 'words', observations: found.map((observation) => ({ observation })), issues: [] }
}
