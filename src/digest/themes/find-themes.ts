// Finds what the answers to a study have in common: groups them like issues, on vectors without what all answers share,
// because answers to one question are all about the same thing.
import { createApart } from '../group/apart.ts'
import type { IssueEntry, Member } from '../group/issue-table.ts'
import { type Calibration, type GroupSettings, gather } from '../group/likeness.ts'
import type { Comparison } from '../group/note-likeness.ts'
import { regroup } from '../group/regroup.ts'
import { addScaled, normalize, type PackedVector, pack, unpack } from '../group/vector.ts'
import { drawnLikeness } from './drawn-likeness.ts'

export type SeenAnswer = { id: string; themeId: string | null; vector: PackedVector }
export type KnownTheme = { id: string; held: boolean }

/** A group of answers that becomes a theme. `themeId` is null for a new one; `answerIds` are only those read. */
export type FoundTheme = { themeId: string | null; answerIds: string[] }

export type FoundThemes = {
  /** Only themes that differ from the stored ones. */
  changed: FoundTheme[]
  /** Answers that are in no theme anymore. */
  loose: string[]
  /** Themes that were merged into another, which is among `changed`. */
  folded: { themeId: string; into: FoundTheme }[]
}

/**
 * How much of their mean is subtracted from all vectors, and the cosine scale after that. Chosen on the answers in
 * test/digest/research/labeled-answers.ts.
 */
const SHARED = 0.5
const calibrated: Calibration = (cosine) => 1 - (1 - cosine) * 0.714
const SETTINGS: GroupSettings = { threshold: 0.8, arrival: 0 }
const COMPARISON: Comparison = {
  likeness: (notes, cosines) => drawnLikeness(notes, cosines, calibrated),
}

export function findThemes(answers: SeenAnswer[], themes: KnownTheme[]): FoundThemes {
  const known = new Set(themes.map(({ id }) => id))
  const found = regroup(entriesOf(answers, themes), createApart([]), COMPARISON, SETTINGS)
  const themed = new Map(
    found.changed.map((part) => [
      part,
      {
        themeId: part.issueId !== null && known.has(part.issueId) ? part.issueId : null,
        answerIds: part.members.map(({ id }) => id),
      },
    ]),
  )
  const isTheme = ({ themeId, answerIds }: FoundTheme) => themeId !== null || answerIds.length > 1
  const all = [...themed.values()]
  return {
    changed: all.filter(isTheme),
    loose: all.filter((one) => !isTheme(one)).flatMap(({ answerIds }) => answerIds),
    folded: found.emptied
      .filter(({ issueId }) => known.has(issueId))
      .flatMap(({ issueId, into }) => {
        const theme = themed.get(into)
        return theme && isTheme(theme) ? [{ themeId: issueId, into: theme }] : []
      }),
  }
}

/** Themes with their answers; an answer without a theme forms its own entry. */
function entriesOf(answers: SeenAnswer[], themes: KnownTheme[]): IssueEntry[] {
  const members = withoutShared(answers)
  const entry = (id: string, held: boolean, own: Member[]): IssueEntry => ({
    id,
    decided: held,
    seen: false,
    size: own.length,
    ...gather(own),
    members: own,
  })
  const inTheme = (id: string) => members.filter((_, at) => answers[at]?.themeId === id)
  return [
    ...themes.map(({ id, held }) => entry(id, held, inTheme(id))).filter(({ size }) => size > 0),
    ...members
      .filter((_, at) => answers[at]?.themeId === null)
      .map((member) => entry(member.id, false, [member])),
  ]
}

/** Only the meaning of answers counts. */
const NOTHING_MORE = {
  sign: 0,
  kind: 0,
  language: '',
  length: 0,
  words: new Uint32Array(),
  pinned: false,
  named: false,
} as const

function withoutShared(answers: SeenAnswer[]): Member[] {
  const vectors = answers.map(({ vector }) => unpack(vector))
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) addScaled(mean, vector, 1 / vectors.length)
  return vectors.map((vector, at) => {
    addScaled(vector, mean, -SHARED)
    const { id } = answers[at] as SeenAnswer
    return { id, ...pack(normalize(vector)), ...NOTHING_MORE }
  })
}
