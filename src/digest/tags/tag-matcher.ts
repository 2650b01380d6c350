// Decides which of a project's tags an observation carries.
//
//   tagTexts(tag)                                    embed these
//   const matcher = createTagMatcher(tags, sample)   tags with vectors and verdicts; a sample of the project's notes
//   matcher.match(note)
//
// First comes the evidence: how close the note is to each tag in meaning, and the keywords and words that it and its
// neighbors in the sample share with the tag. The tags compete: where another one fits well, less is left. Then comes
// the vote.
import type { ReadNote, TaggedNote } from './evidence.ts'
import type { Phrase } from './phrases.ts'
import type { KnownTag } from './tag.ts'
import { chance } from './tag-logits.ts'
import { createVotes } from './tag-votes.ts'
import { loadTagWeights, type TagWeights } from './tag-weights.ts'
import { knowProject, type ReadyTag, type TaggedProject } from './tagged-project.ts'

export const DEFAULT_THRESHOLD = 0.5
/** From this many notes on, enough of the project is known to doubt keywords whose score is below the floor. */
const ESTABLISHED = 32
const KEYWORD_FLOOR = 0.25
/** A keyword is a word that a person chose. */
const KEYWORD_SCORE = 0.6

type MatchedTag = { tagId: string; score: number; by: 'keyword' | 'meaning' }

export type TagScore = MatchedTag & {
  matches: boolean
  /** The index of the phrase that decided, among the tag's keywords or exclusions; null when none did. */
  phrase: number | null
}

export type TagMatcher = {
  /** Scores of all tags, best first, matching or not. */
  score(note: TaggedNote): TagScore[]
  match(note: TaggedNote): MatchedTag[]
}

export const createTagMatcher = (
  tags: KnownTag[],
  sample: TaggedNote[],
  weights: TagWeights = loadTagWeights(),
): TagMatcher => matcherIn(knowProject(tags, sample, weights.center), weights)

export function matcherIn(project: TaggedProject, weights: TagWeights): TagMatcher {
  const votes = createVotes(project, weights)
  const established = project.sample.length >= ESTABLISHED
  const score = (note: TaggedNote): TagScore[] => {
    const reading = project.read(note)
    const shares = votes(reading)
    return project.tags
      .map((tag, t) => judge(tag, reading.note, scoreOf(shares[t] as number, weights), established))
      .sort((one, other) => other.score - one.score)
  }
  const match = (note: TaggedNote): MatchedTag[] =>
    score(note).flatMap(({ matches, tagId, score, by }) => (matches ? [{ tagId, score, by }] : []))
  return { score, match }
}

const NEARLY = 1e-6

/** A score of one half is where matching is best on the benchmark. */
function scoreOf(share: number, { halfWay }: TagWeights): number {
  const certain = Math.min(1 - NEARLY, Math.max(NEARLY, share))
  return chance(Math.log(certain / (1 - certain)) - halfWay)
}

function judge({ tag, signs }: ReadyTag, note: ReadNote, score: number, established: boolean): TagScore {
  const { threshold = null } = tag.config
  const excluded = found(signs.exclude, note)
  if (excluded >= 0) return { tagId: tag.id, score: 0, by: 'meaning', matches: false, phrase: excluded }
  const keyword = found(signs.keywords, note)
  // With a custom threshold, keywords decide; without a vector, nothing else can.
  const doubted = established && threshold === null && note.vector !== null && score < KEYWORD_FLOOR
  if (keyword < 0 || doubted) {
    const matches = score >= (threshold ?? DEFAULT_THRESHOLD)
    return { tagId: tag.id, score, by: 'meaning', matches, phrase: null }
  }
  const raised = KEYWORD_SCORE + (1 - KEYWORD_SCORE) * score
  return { tagId: tag.id, score: raised, by: 'keyword', matches: true, phrase: keyword }
}

const found = (phrases: Phrase[], { whole, language }: ReadNote): number =>
  phrases.findIndex((phrase) => phrase(whole, language))
