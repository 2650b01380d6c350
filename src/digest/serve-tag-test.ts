// Answers for a tag that is being edited: which of the newest observations would carry it, and why.
import { LIMITS } from '../contract/limits.ts'
import { isUnreachable } from '../db/pool.ts'
import { selectNewestDigested, type TagLesson } from '../db/tags/tag-matches.ts'
import {
  answerTrial,
  selectOpenTrial,
  type TagTrialRow,
  type TrialFinding,
  type TrialVerdict,
} from '../db/tags/tag-tests.ts'
import type { Deps } from '../domain/deps.ts'
import type { Engine } from './engine.ts'
import { compileTrial, notesOf } from './match-observations.ts'
import type { TaggedNote } from './tags/evidence.ts'
import type { KnownTag } from './tags/tag.ts'
import { createTagMatcher, DEFAULT_THRESHOLD, type TagMatcher, type TagScore } from './tags/tag-matcher.ts'

const NEAR_MISSES = 10

/** Answers one trial that somebody waits for, if there is one; the caller has claimed the project. */
export async function serveTrial(deps: Deps, engine: Engine, projectId: string): Promise<void> {
  const trial = await selectOpenTrial(deps.db, projectId, deps.now())
  if (!trial) return
  const finding = await tryTag(deps, engine, projectId, trial).catch((error: unknown) => {
    if (isUnreachable(error)) throw error
    return null // said to whoever asked; observations must not wait behind it
  })
  await answerTrial(deps.db, projectId, trial.id, finding, deps.now())
}

async function tryTag(
  deps: Deps,
  engine: Engine,
  projectId: string,
  trial: TagTrialRow,
): Promise<TrialFinding> {
  const id = trial.tag_id ?? trial.id
  const { tags, lessons } = await compileTrial(deps.db, engine, projectId, { ...trial, id })
  const rows = await selectNewestDigested(deps.db, projectId, LIMITS.tagTrialObservations)
  const notes = notesOf(engine, rows)
  const said = new Map(lessons.map(({ observation_id, holds }: TagLesson) => [observation_id, holds]))
  const asIs = scoring(tags, notes, id)
  const freely = scoring(tags.map(withoutExclusions), notes, id)
  const judged = notes.map((note) => judge(trial, note, asIs(note), freely, said.get(note.id)))
  return summarise(judged, trial.config.threshold ?? DEFAULT_THRESHOLD)
}

const SAMPLE = 256

type Scoring = (note: TaggedNote) => TagScore | undefined

/** Compiled when first asked: exclusions are rare. */
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

type Judged = TrialVerdict & { matches: boolean; wouldMatch: boolean }

function judge(
  { config }: TagTrialRow,
  note: TaggedNote,
  asIs: TagScore | undefined,
  freely: Scoring,
  said: boolean | undefined,
): Judged {
  const excluded = asIs?.phrase != null && !asIs.matches
  const free = excluded ? freely(note) : asIs
  const verdict = { observation_id: note.id, score: free?.score ?? 0 }
  const wouldMatch = free?.matches ?? false
  if (said !== undefined) return { ...verdict, by: 'person', phrase: null, matches: said, wouldMatch }
  if (excluded) {
    const phrase = config.exclude?.[asIs.phrase as number] ?? null
    return { ...verdict, by: 'excluded', phrase, matches: false, wouldMatch }
  }
  const phrase = asIs?.phrase == null ? null : (config.keywords?.[asIs.phrase] ?? null)
  return { ...verdict, by: asIs?.by ?? 'meaning', phrase, matches: wouldMatch, wouldMatch }
}

/** Near misses: what an exclusion or a person kept out, then what came closest in meaning. */
function summarise(judged: Judged[], threshold: number): TrialFinding {
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
    matches: matching.slice(0, LIMITS.tagTrialItems).map(plain),
    near_misses: [...keptOut, ...close].slice(0, NEAR_MISSES).map(plain),
  }
}

const plain = ({ observation_id, by, score, phrase }: Judged): TrialVerdict => ({
  observation_id,
  by,
  score: Math.round(score * 1000) / 1000,
  phrase,
})
