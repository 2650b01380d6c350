// Answers for a tag that is being edited: which of the newest observations would carry it, and why.
import { LIMITS } from '../contract/limits.ts'
import { inTransaction, isUnreachable } from '../db/pool.ts'
import { type DigestedText, selectNewestDigested, type TagLesson } from '../db/tags/tag-matches.ts'
import {
  answerTrial,
  selectOpenTrial,
  type TagTrialRow,
  type TrialFinding,
  type TrialVerdict,
} from '../db/tags/tag-trials.ts'
import type { Deps } from '../domain/deps.ts'
import type { Engine } from './engine.ts'
import { compileTrial, tagVectors } from './match-observations.ts'
import { featuresOf, lockForModel, readableBy } from './project-memory.ts'
import type { CompiledTag, ProjectView } from './tags/compile-tag.ts'
import { scoreTags, type TaggedObservation } from './tags/match-tags.ts'

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
  await tagVectors(engine, [{ ...trial, id: trial.id }]) // before the lock, under which they are remembered
  const { compiled, lessons, project } = await inTransaction(deps.db, async (tx) => {
    const state = await lockForModel(tx, projectId, engine.model)
    const grouper = await engine.memories.current(tx, projectId, state)
    const made = await compileTrial(tx, engine, projectId, grouper, trial)
    return { ...made, project: grouper.project() }
  })
  const rows = await selectNewestDigested(deps.db, projectId, LIMITS.tagTrialObservations)
  const said = new Map(lessons.map(({ observation_id, holds }: TagLesson) => [observation_id, holds]))
  const judged = rows.map((row) => {
    const features = featuresOf(readableBy(engine.model, row))
    return judge(trial, compiled, { text: row, features }, project, row, said.get(row.observation_id))
  })
  return summarise(judged, compiled.threshold)
}

type Judged = TrialVerdict & { matches: boolean; wouldMatch: boolean }

function judge(
  { config }: TagTrialRow,
  tag: CompiledTag,
  observation: TaggedObservation,
  project: ProjectView,
  { observation_id }: DigestedText,
  said: boolean | undefined,
): Judged {
  const scored = (wanted: CompiledTag) => scoreTags([wanted], observation, project)[0]
  const asIs = scored(tag)
  const excluded = asIs?.phrase != null && !asIs.matches
  const freely = excluded ? scored({ ...tag, exclude: [] }) : asIs
  const verdict = { observation_id, score: freely?.score ?? 0 }
  const wouldMatch = freely?.matches ?? false
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
