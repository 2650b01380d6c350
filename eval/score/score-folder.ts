// Any folder of labeled texts, grouped as the service does it, with the encoder that ships with it. Corpora of more than a
// few hundred texts become streams in which few groups are large and many small, as projects see it, and the largest of
// them a project in which only a part is looked at in one go, with issues of more than a hundred notes.
import { createEmbedPool } from '../../src/digest/encode/embed-pool.ts'
import type { Note } from '../../src/digest/group/likeness.ts'
import { seededRandom } from '../../src/sample/seeded-random.ts'
import { groupStream } from '../group-stream.ts'
import { encodeTexts } from './encode-texts.ts'
import { averageScores, type GroupingScore, scoreGrouping } from './metrics.ts'
import { type Corpus, joinFamilies, type LabeledText, readCorpora } from './read-corpus.ts'
import { zipfStream } from './zipf-stream.ts'

export type CorpusScore = { name: string; family: string; isLong: boolean; score: GroupingScore }

const STREAM_LENGTH = 700
const LONG_STREAM = 2_500
/** Of fewer texts, the largest groups would not have enough. */
const LONG_FROM = 5_000
const SEEDS = [101, 102, 103]
const WHOLE_UP_TO = 600
const LEAST_TEXTS = 40
const THREADS = 2

export async function scoreFolder(folder: string): Promise<CorpusScore[]> {
  const pool = createEmbedPool({ threads: THREADS })
  const scores: CorpusScore[] = []
  for (const corpus of joinFamilies(readCorpora(folder)).filter(canBeGrouped)) {
    const { name, family } = corpus
    const { usual, long } = streamsOf(corpus)
    const noted = await encodeTexts(pool, [...usual, ...(long ? [long] : [])].flat())
    scores.push({ name, family, isLong: false, score: scoreStreams(noted, usual) })
    if (long) scores.push({ name: `${name}, long`, family, isLong: true, score: scoreStreams(noted, [long]) })
  }
  await pool.close()
  return scores
}

const scoreStreams = (noted: Map<LabeledText, Note>, streams: LabeledText[][]): GroupingScore =>
  averageScores(
    streams.map((stream) => {
      const notes = stream.map((text) => noted.get(text) as Note)
      const truth = stream.map(({ group }) => group ?? '')
      return scoreGrouping(groupStream(notes).issues, truth)
    }),
  )

const canBeGrouped = ({ texts }: Corpus): boolean =>
  texts.filter(({ group }) => group !== null).length >= LEAST_TEXTS

function streamsOf(corpus: Corpus): { usual: LabeledText[][]; long: LabeledText[] | null } {
  const texts = corpus.texts.filter(({ group }) => group !== null)
  const isWhole = texts.length <= WHOLE_UP_TO || halfStandAlone(texts)
  const length = isWhole ? Number.MAX_SAFE_INTEGER : STREAM_LENGTH
  return {
    usual: SEEDS.map((seed) => zipfStream(texts, length, seededRandom(seed))),
    long: texts.length < LONG_FROM ? null : zipfStream(texts, LONG_STREAM, seededRandom(LONG_STREAM)),
  }
}

/** Of natural shape already: with a part of each group, hardly any pair would be left. */
function halfStandAlone(texts: LabeledText[]): boolean {
  const sizes = new Map<string | null, number>()
  for (const { group } of texts) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return [...sizes.values()].filter((size) => size === 1).length >= sizes.size / 2
}

/** Corpora of one family count as one, the worst family first; long streams are none of it. */
export function scoresByFamily(all: CorpusScore[]): { family: string; score: GroupingScore }[] {
  const scores = all.filter(({ isLong }) => !isLong)
  return [...new Set(scores.map(({ family }) => family))]
    .map((family) => ({
      family,
      score: averageScores(scores.filter((one) => one.family === family).map(({ score }) => score)),
    }))
    .sort((one, other) => one.score.f1 - other.score.f1)
}
