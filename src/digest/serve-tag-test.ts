// Tests a tag that is being edited: which of the newest observations would carry it, and why.
import { LIMITS } from '../contract/limits.ts'
import { isUnreachable } from '../db/error-codes.ts'
import { selectNewestDigested, type TagLesson } from '../db/tags/tag-matches.ts'
import {
  answerTagTest,
  selectOpenTagTest,
  type TagTestFinding,
  type TagTestRow,
  type TestedObservation,
} from '../db/tags/tag-tests.ts'
import type { Deps } from '../domain/deps.ts'
import type { Engine } from './engine.ts'
import { compileTagTest, notesOf } from './match-observations.ts'
import type { TaggedNote } from './tags/evidence.ts'
import type { KnownTag } from './tags/tag.ts'
import { createTagMatcher, DEFAULT_THRESHOLD, type TagMatcher, type TagScore } from './tags/tag-matcher.ts'

const NEAR_MISSES = 10

/** Answers one waiting tag test, if there is one. The caller has claimed the project. */
export async function serveTagTest(deps: Deps, engine: Engine, projectId: string): Promise<void> {
  const test = await selectOpenTagTest(deps.db, projectId, deps.now())
  if (!test) return
  const finding = await testTag(deps, engine, projectId, test).catch((error: unknown) => {
    if (isUnreachable(error)) throw error
    return null // reported to the caller; observations must not wait for it
  })
  await answerTagTest(deps.db, projectId, test.id, finding, deps.now())
}

async function testTag(
  deps: Deps,
  engine: Engine,
  projectId: string,
  test: TagTestRow,
): Promise<TagTestFinding> {
  const id = test.tag_id ?? test.id
  const { tags, lessons } = await compileTagTest(deps.db, engine, projectId, { ...test, id })
  const rows = await selectNewestDigested(deps.db, projectId, LIMITS.tagTestObservations)
  const notes = notesOf(engine, rows)
  const said = new Map(lessons.map(({ observation_id, holds }: TagLesson) => [observation_id, holds]))
  const asIs = scoring(tags, notes, id)
  const freely = scoring(tags.map(withoutExclusions), notes, id)
  const judged = notes.map((note) => judge(test, note, asIs(note), freely, said.get(note.id)))
  return summarize(judged, test.config.threshold ?? DEFAULT_THRESHOLD)
}

const SAMPLE = 256

type Scoring = (note: TaggedNote) => TagScore | undefined

/** Compiled on first use, because exclusions are rare. */
function scoring(tags: KnownTag[], notes: TaggedNote[], id: string): Scoring {
  let matcher: TagMatcher | undefined
  return (note) => {
    matcher ??= createTagMatcher(tags, notes.slice(0, SAMPLE))
    return matcher.score(note).find(({ tagId }) => tagId === id)
  }
}

const withoutExclusions = (known: KnownTag): KnownTag => ({
  ...known,
  tag: { ...known.tag, config: { ...known.tag.config, exclude: [] } },
})

type Judged = TestedObservation & { matches: boolean; wouldMatch: boolean }

function judge(
  { config }: TagTestRow,
  note: TaggedNote,
  asIs: TagScore | undefined,
  freely: Scoring,
  said: boolean | undefined,
): Judged {
  const excluded = asIs?.phrase != null && !asIs.matches
  const free = excluded ? freely(note) : asIs
  const tested = { observation_id: note.id, score: free?.score ?? 0 }
  const wouldMatch = free?.matches ?? false
  if (said !== undefined) return { ...tested, by: 'person', phrase: null, matches: said, wouldMatch }
  if (excluded) {
    const phrase = config.exclude?.[asIs.phrase as number] ?? null
    return { ...tested, by: 'excluded', phrase, matches: false, wouldMatch }
  }
  const phrase = asIs?.phrase == null ? null : (config.keywords?.[asIs.phrase] ?? null)
  return { ...tested, by: asIs?.by ?? 'meaning', phrase, matches: wouldMatch, wouldMatch }
}

/** Near misses: what an exclusion or a person kept out, then what came closest in meaning. */
function summarize(judged: Judged[], threshold: number): TagTestFinding {
  const matching = judged.filter((one) => one.matches)
  const keptOut = judged.filter((one) => !one.matches && one.wouldMatch)
  const close = judged
    .filter((one) => !one.matches && !one.wouldMatch)
    .sort((one, other) => other.score - one.score)
  return {
    looked_at: judged.length,
    matched: matching.length,
    excluded: keptOut.filter((one) => one.by === 'excluded').length,
    threshold,
    matches: matching.slice(0, LIMITS.tagTestItems).map(plain),
    near_misses: [...keptOut, ...close].slice(0, NEAR_MISSES).map(plain),
  }
}

const plain = ({ observation_id, by, score, phrase }: Judged): TestedObservation => ({
  observation_id,
  by,
  score: Math.round(score * 1000) / 1000,
  phrase,
})
