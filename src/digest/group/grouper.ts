// Grouping of one project's observations into issues, without a database.
//
//   const grouper = createGrouper(state, priors)      state: what `save` gave, {} for a new project
//   grouper.assign(features, newId)                   joins the best issue or opens one, and applies it
//   grouper.mergePass()                               now and then: every 100 arrivals, or when idle
//   grouper.place / remove / merge / keepApart        what people decide; never undone by the calls above
//   grouper.save()                                    changed rows only, to be written with the decisions
//
// The cost of an assignment does not depend on the number of observations, and little on that of issues.

import {
  ACROSS_LANGUAGES,
  addPair,
  type Background,
  countObservation,
  createBackground,
  pairStatistics,
} from '../features/background.ts'
import { type Linkable, type LinkSettings, linkScore } from '../features/link-score.ts'
import type { ObservationFeatures } from '../features/observation-features.ts'
import {
  centredMeaning,
  createYardstick,
  dot,
  gramLink,
  type Mass,
  massOf,
  type Priors,
  type Yardstick,
} from '../features/similarity.ts'
import { createApart } from './apart.ts'
import { createIssueTable, type IssueEntry, type IssueTable } from './issue-table.ts'
import { type MergePass, type MergeSettings, runMergePass } from './merge-pass.ts'
import { decodeBackground, decodeIssue, encodeBackground, encodeIssue } from './state-codec.ts'

export interface GroupSettings extends LinkSettings, MergeSettings {
  /** An arriving observation joins its best issue from this score on. */
  joinFrom: number
}

/** Chosen on the public families, the same for every project; see docs/quality.md. */
export const GROUP_SETTINGS: GroupSettings = {
  meaningShare: 0.55,
  gramsAlone: 0.75,
  caution: 0.5,
  otherKind: 1.5,
  joinFrom: 1.7,
  mergeFrom: 1.2,
  suggestFrom: 0.9,
}

export interface IssueRow {
  id: string
  /** null when the issue is gone, merged into another. */
  bytes: Buffer | null
}

export interface GroupState {
  background?: Buffer
  issues?: { id: string; bytes: Buffer; held?: boolean }[]
  /** Pairs of issues that a person keeps apart. */
  apart?: [string, string][]
}

export interface Candidate {
  issueId: string
  score: number
}

export interface Assignment extends Candidate {
  isNew: boolean
  /** The best issues before the decision, best first. */
  candidates: Candidate[]
}

export interface Grouper {
  readonly settings: GroupSettings
  /** The best issues for an observation, best first, without deciding. */
  propose(features: ObservationFeatures): Candidate[]
  assign(features: ObservationFeatures, newId: () => string): Assignment
  /** Puts an observation into an issue, which is opened if it does not exist. */
  place(features: ObservationFeatures, issueId: string): void
  /** Takes an observation out of an issue; an emptied issue is gone. */
  remove(features: ObservationFeatures, issueId: string): void
  merge(from: string, into: string): void
  has(issueId: string): boolean
  /** An issue as the database has it, in place of what was known of it; without bytes it starts empty. */
  load(issueId: string, bytes: Buffer | null, held: boolean): void
  drop(issueId: string): void
  keepApart(left: string, right: string): void
  hold(issueId: string): void
  mergePass(): MergePass
  /** Issues most like this one, for "similar issues". */
  similar(issueId: string): Candidate[]
  /** The project's yardstick and a sample of its stream, for tags. */
  project(): { yardstick: Yardstick; sample: ObservationFeatures[] }
  /** What another worker learned since, in place of what this one knew. */
  learnFrom(background: Buffer | null): void
  /** Grows when the yardstick changes: what was derived from it is worth deriving anew. */
  generation(): number
  /** What changed since the last save. */
  save(): { background: Buffer; issues: IssueRow[]; apart: [string, string][] }
}

const SHOWN_CANDIDATES = 5
const GROWTH_BEFORE_REFRESH = 1.1
const SETTLED = 1_000

const addMass = (into: Mass, from: Mass, sign: 1 | -1): void => {
  into.members += sign * from.members
  into.meanings += sign * from.meanings
  into.meaningSquares += sign * from.meaningSquares
  into.meaningSum = into.meaningSum.map((value, i) => value + sign * (from.meaningSum[i] as number))
  into.kinds = into.kinds.map((value, i) => Math.max(0, value + sign * (from.kinds[i] as number)))
  for (const [bucket, weight] of from.grams) {
    const sum = (into.grams.get(bucket) ?? 0) + sign * weight
    if (sum > 1e-6) into.grams.set(bucket, sum)
    else into.grams.delete(bucket)
  }
}

const copyMass = (mass: Mass): Mass => ({
  ...mass,
  meaningSum: Float32Array.from(mass.meaningSum),
  grams: new Map(mass.grams),
})

export const createGrouper = (state: GroupState, priors: Priors, settings = GROUP_SETTINGS): Grouper => {
  let background: Background = state.background ? decodeBackground(state.background) : createBackground()
  const apart = createApart(state.apart)
  const changed = new Set<string>()
  let yardstick = createYardstick(background, priors)
  let generation = 0
  let refreshAt = background.count * GROWTH_BEFORE_REFRESH + 1
  const table: IssueTable = createIssueTable(yardstick)
  for (const { id, bytes, held } of state.issues ?? []) {
    const { mass, fresh } = decodeIssue(bytes)
    table.add(id, mass, held ?? false).fresh = fresh
  }

  const linkable = (features: ObservationFeatures): Linkable => {
    const mass = massOf(features, yardstick)
    return { mass, meaning: centredMeaning(mass, yardstick.centre) }
  }
  let sampled = new WeakMap<ObservationFeatures, Linkable>()
  const sampledLinkable = (features: ObservationFeatures): Linkable => {
    const known = sampled.get(features) ?? linkable(features)
    sampled.set(features, known)
    return known
  }
  const refresh = (): void => {
    sampled = new WeakMap()
    refreshAt = background.count * GROWTH_BEFORE_REFRESH + 1
    yardstick = createYardstick(background, priors)
    generation++
    table.refresh(yardstick)
  }
  const rank = (of: Linkable, except?: IssueEntry): Candidate[] =>
    table
      .candidates(of)
      .filter((entry) => entry !== except)
      .map((entry) => ({ issueId: entry.id, score: linkScore(of, entry, yardstick, settings) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, SHOWN_CANDIDATES)
  /** Holds the observation against the sample of earlier ones, then counts it. */
  const learn = (features: ObservationFeatures, own: Linkable): void => {
    for (const earlier of background.sample) {
      const other = sampledLinkable(earlier)
      const language = earlier.language === features.language ? features.language : ACROSS_LANGUAGES
      addPair(pairStatistics(background, language), gramLink(own.mass, other.mass, yardstick.idf))
      if (features.meaning && earlier.meaning)
        addPair(background.meaningPairs, dot(own.meaning, other.meaning))
    }
    countObservation(background, features)
    if (background.count >= refreshAt) refresh()
  }
  const put = (mass: Mass, issueId: string): void => {
    const entry = table.byId.get(issueId)
    if (entry) {
      addMass(entry.mass, mass, 1)
      table.update(entry)
    } else table.add(issueId, copyMass(mass), false)
    changed.add(issueId)
  }
  const entryOf = (id: string): IssueEntry => {
    const entry = table.byId.get(id)
    if (!entry) throw new Error(`no issue ${id} in this project`)
    return entry
  }
  const drop = (issueId: string): void => {
    const entry = table.byId.get(issueId)
    if (entry) table.remove(entry)
  }
  const merge = (from: IssueEntry, into: IssueEntry): void => {
    addMass(into.mass, from.mass, 1)
    table.remove(from)
    table.update(into)
    apart.rename(from.id, into.id)
    changed.add(from.id).add(into.id)
  }

  return {
    settings,
    propose: (features) => rank(linkable(features)),
    assign: (features, newId) => {
      const own = linkable(features)
      const candidates = rank(own)
      const best = candidates[0]
      const joins = best !== undefined && best.score >= settings.joinFrom
      const issueId = joins ? best.issueId : newId()
      put(own.mass, issueId)
      learn(features, own)
      return { issueId, isNew: !joins, score: best?.score ?? 0, candidates }
    },
    place: (features, issueId) => put(massOf(features, yardstick), issueId),
    remove: (features, issueId) => {
      const entry = entryOf(issueId)
      addMass(entry.mass, massOf(features, yardstick), -1)
      if (entry.mass.members > 0) table.update(entry)
      else table.remove(entry)
      changed.add(issueId)
    },
    merge: (from, into) => merge(entryOf(from), entryOf(into)),
    has: (issueId) => table.byId.has(issueId),
    load: (issueId, bytes, held) => {
      drop(issueId)
      if (!bytes) return
      const { mass, fresh } = decodeIssue(bytes)
      table.add(issueId, mass, held).fresh = fresh
    },
    drop,
    learnFrom: (bytes) => {
      background = bytes ? decodeBackground(bytes) : createBackground()
      refresh()
    },
    generation: () => generation,
    keepApart: apart.add,
    hold: (issueId) => {
      entryOf(issueId).held = true
    },
    mergePass: () => {
      const score = (left: IssueEntry, right: IssueEntry): number =>
        linkScore(left, right, yardstick, settings)
      const before = [...table.byId.values()].filter((entry) => entry.fresh)
      const pass = runMergePass({ table, apart, score, merge }, settings)
      for (const entry of before) changed.add(entry.id)
      return pass
    },
    similar: (issueId) => rank(entryOf(issueId), entryOf(issueId)),
    project: () => ({ yardstick, sample: background.sample }),
    save: () => {
      const issues = [...changed].map((id): IssueRow => {
        const entry = table.byId.get(id)
        return { id, bytes: entry ? encodeIssue(entry.mass, entry.fresh) : null }
      })
      changed.clear()
      // Whoever loads this state builds its yardstick from it. Going on here must give the same decisions,
      // which only a young project could miss: later a tenth more observations hardly moves the yardstick.
      if (background.count < SETTLED) refresh()
      return { background: encodeBackground(background), issues, apart: apart.pairs() }
    },
  }
}
