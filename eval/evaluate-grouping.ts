// The grouping table: every corpus with groups, as streams of three seeds, ours beside the baselines.
import { BASELINES, type Baseline, baselineVectors, leaderClustering, THRESHOLDS } from './baselines.ts'
import { createChance } from './chance.ts'
import type { EncodeAll } from './encoder-cache.ts'
import { createEmbed, featuresOf } from './features.ts'
import { averageScores, type GroupingScore, scoreGrouping } from './metrics.ts'
import type { Corpus, LabelledText } from './read-corpus.ts'
import { groupStream } from './score-grouping.ts'
import type { Trained } from './trained.ts'
import { zipfStream } from './zipf-stream.ts'

const STREAM_LENGTH = 700
const SEEDS = [101, 102, 103]
/** A corpus no longer than this is its own stream: its sizes are as they came. */
const WHOLE_UP_TO = 600
const LEAST_TEXTS = 40

export interface GroupingResult {
  corpus: string
  family: string
  ours: GroupingScore
  baselines: Record<Baseline, GroupingScore>
}

const streamsOf = (corpus: Corpus): LabelledText[][] => {
  const texts = corpus.texts.filter(({ group }) => group !== null)
  const length = texts.length <= WHOLE_UP_TO ? Number.MAX_SAFE_INTEGER : STREAM_LENGTH
  return SEEDS.map((seed) => zipfStream(texts, length, createChance(seed)))
}

export const canBeGrouped = ({ texts }: Corpus): boolean =>
  texts.filter(({ group }) => group !== null).length >= LEAST_TEXTS

interface Prepared {
  corpus: Corpus
  streams: LabelledText[][]
  ours: GroupingScore
  /** Per baseline and threshold. */
  tried: Record<Baseline, GroupingScore[]>
}

const truthOf = (stream: LabelledText[]): string[] => stream.map(({ group }) => group ?? '')

const prepare = (corpus: Corpus, trained: Trained, encode: EncodeAll): Prepared => {
  const streams = streamsOf(corpus)
  const embed = createEmbed(encode, trained)
  const ours = averageScores(
    streams.map((stream) => scoreGrouping(groupStream(featuresOf(stream, embed), trained), truthOf(stream))),
  )
  const tryBaseline = (baseline: Baseline): GroupingScore[] => {
    const vectors = streams.map((stream) => baselineVectors(baseline, stream, encode))
    return THRESHOLDS[baseline].map((threshold) =>
      averageScores(
        vectors.map((one, i) =>
          scoreGrouping(leaderClustering(one, threshold), truthOf(streams[i] as LabelledText[])),
        ),
      ),
    )
  }
  const tried = Object.fromEntries(
    BASELINES.map((baseline) => [baseline, tryBaseline(baseline)]),
  ) as Prepared['tried']
  return { corpus, streams, ours, tried }
}

/** The threshold that did best on the other families, or the middle one where there is no other. */
const chosenThreshold = (all: Prepared[], family: string, baseline: Baseline): number => {
  const others = all.filter(({ corpus }) => corpus.family !== family)
  const means = THRESHOLDS[baseline].map((_, i) =>
    others.reduce((sum, { tried }) => sum + (tried[baseline][i] as GroupingScore).f1, 0),
  )
  return others.length === 0 ? 3 : means.indexOf(Math.max(...means))
}

export const evaluateGrouping = (
  corpora: Corpus[],
  trainedFor: (family: string) => Trained,
  encode: EncodeAll,
): GroupingResult[] => {
  const all = corpora.filter(canBeGrouped).map((corpus) => prepare(corpus, trainedFor(corpus.family), encode))
  return all.map(({ corpus, ours, tried }) => ({
    corpus: corpus.name,
    family: corpus.family,
    ours,
    baselines: Object.fromEntries(
      BASELINES.map((baseline) => [baseline, tried[baseline][chosenThreshold(all, corpus.family, baseline)]]),
    ) as GroupingResult['baselines'],
  }))
}
