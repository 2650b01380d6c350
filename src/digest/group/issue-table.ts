// The project's issues in memory, and the few of them that are worth comparing with something.
// A comparison with every issue is exact and cheap up to some hundreds; beyond, candidates come from a scan of
// the meaning centroids and from inverted lists of grams, so that the cost of exact scoring stays constant.

import type { Linkable } from '../features/link-score.ts'
import { centredMeaning, type Mass, type Yardstick } from '../features/similarity.ts'
import { GRAM_BUCKETS } from '../features/text/char-grams.ts'
import { MEANING_WIDTH } from '../features/trained-weights.ts'

export interface IssueEntry extends Linkable {
  id: string
  slot: number
  /** A person named, placed or merged it: the machine never folds it into another issue. */
  held: boolean
  /** Changed since the last merge pass. */
  fresh: boolean
}

export interface IssueTable {
  byId: Map<string, IssueEntry>
  add(id: string, mass: Mass, held: boolean): IssueEntry
  /** To be called after `mass` changed. */
  update(entry: IssueEntry): void
  remove(entry: IssueEntry): void
  candidates(of: Linkable): IssueEntry[]
  refresh(yardstick: Yardstick): void
}

const COMPARE_ALL_UP_TO = 250
const CANDIDATES_PER_CHANNEL = 24
/** Grams in more issues than this tell issues apart too little to be worth their list. */
const LONGEST_LIST = 400
/** The projection's first dimensions tell most: a scan of them leaves few issues to compare in full. */
const COARSE_WIDTH = 32
const COARSE_CANDIDATES = 128
/** An issue keeps its heaviest grams: hundreds of members would otherwise collect thousands. */
const MOST_GRAMS = 768
const KEPT_GRAMS = 512

const trimGrams = (mass: Mass, idf: Float32Array): void => {
  if (mass.grams.size <= MOST_GRAMS) return
  const weighed = [...mass.grams].sort((a, b) => b[1] * (idf[b[0]] as number) - a[1] * (idf[a[0]] as number))
  mass.grams = new Map(weighed.slice(0, KEPT_GRAMS))
}

/** The slots with the highest scores, best first. */
const highest = (slots: ArrayLike<number>, scores: Float32Array, count: number): number[] => {
  const best: { slot: number; score: number }[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number
    const score = scores[slot] as number
    if (score <= least) continue
    let at = best.length
    while (at > 0 && (best[at - 1]?.score ?? 0) < score) at--
    best.splice(at, 0, { slot, score })
    if (best.length > count) best.pop()
    if (best.length === count) least = best[count - 1]?.score ?? least
  }
  return best.map(({ slot }) => slot)
}

export const createIssueTable = (initial: Yardstick): IssueTable => {
  let yardstick = initial
  const byId = new Map<string, IssueEntry>()
  const slots: (IssueEntry | undefined)[] = []
  const lists: (number[] | undefined)[] = new Array(GRAM_BUCKETS)
  const listed: Set<number>[] = []
  let room = 64
  let centroids = new Float32Array(room * MEANING_WIDTH)
  let coarse = new Float32Array(room * COARSE_WIDTH)
  let scores = new Float32Array(room)
  let numbers = Uint32Array.from({ length: room }, (_, slot) => slot)

  const reserve = (): void => {
    if (slots.length <= room) return
    room *= 2
    const grown = (from: Float32Array, width: number): Float32Array<ArrayBuffer> => {
      const larger = new Float32Array(room * width)
      larger.set(from)
      return larger
    }
    centroids = grown(centroids, MEANING_WIDTH)
    coarse = grown(coarse, COARSE_WIDTH)
    scores = new Float32Array(room)
    numbers = Uint32Array.from({ length: room }, (_, slot) => slot)
  }
  const setCentroid = (slot: number, meaning: Float32Array): void => {
    centroids.set(meaning, slot * MEANING_WIDTH)
    coarse.set(meaning.subarray(0, COARSE_WIDTH), slot * COARSE_WIDTH)
  }
  const update = (entry: IssueEntry): void => {
    trimGrams(entry.mass, yardstick.idf)
    entry.meaning = centredMeaning(entry.mass, yardstick.centre)
    entry.fresh = true
    setCentroid(entry.slot, entry.meaning)
    const known = listed[entry.slot] as Set<number>
    for (const bucket of entry.mass.grams.keys()) {
      if (known.has(bucket)) continue
      known.add(bucket)
      const list = lists[bucket]
      if (list) list.push(entry.slot)
      else lists[bucket] = [entry.slot]
    }
  }
  const add = (id: string, mass: Mass, held: boolean): IssueEntry => {
    const entry = { id, mass, held, slot: slots.length, meaning: new Float32Array(0), fresh: true }
    slots.push(entry)
    listed.push(new Set())
    byId.set(id, entry)
    reserve()
    update(entry)
    return entry
  }
  const remove = (entry: IssueEntry): void => {
    byId.delete(entry.id)
    slots[entry.slot] = undefined
    setCentroid(entry.slot, new Float32Array(MEANING_WIDTH))
  }
  const scoreSlots = (
    of: ArrayLike<number>,
    meaning: Float32Array,
    rows: Float32Array,
    width: number,
  ): void => {
    for (let i = 0; i < of.length; i++) {
      const slot = of[i] as number
      let sum = 0
      for (let d = 0, at = slot * width; d < width; d++, at++)
        sum += (meaning[d] as number) * (rows[at] as number)
      scores[slot] = sum
    }
  }
  const nearestByMeaning = ({ mass, meaning }: Linkable): number[] => {
    if (mass.meanings === 0) return []
    const all = numbers.subarray(0, slots.length)
    scoreSlots(all, meaning, coarse, COARSE_WIDTH)
    const likely = highest(all, scores, COARSE_CANDIDATES)
    scoreSlots(likely, meaning, centroids, MEANING_WIDTH)
    return highest(likely, scores, CANDIDATES_PER_CHANNEL)
  }
  /** Ranks by shared grams, weighed by rarity, in proportion to how many grams the issue has. */
  const nearestByGrams = ({ mass }: Linkable): number[] => {
    scores.fill(0, 0, slots.length)
    const touched: number[] = []
    for (const [bucket, weight] of mass.grams) {
      const list = lists[bucket]
      if (!list || list.length > LONGEST_LIST) continue
      const worth = weight * (yardstick.idf[bucket] as number) ** 2
      for (let i = 0; i < list.length; i++) {
        const slot = list[i] as number
        if (scores[slot] === 0) touched.push(slot)
        scores[slot] = (scores[slot] as number) + worth
      }
    }
    for (const slot of touched)
      scores[slot] = (scores[slot] as number) / Math.sqrt((listed[slot] as Set<number>).size)
    return highest(touched, scores, CANDIDATES_PER_CHANNEL)
  }
  const candidates = (of: Linkable): IssueEntry[] => {
    if (byId.size <= COMPARE_ALL_UP_TO) return [...byId.values()]
    const found = new Set([...nearestByMeaning(of), ...nearestByGrams(of)])
    return [...found].map((slot) => slots[slot]).filter((entry) => entry !== undefined)
  }
  const refresh = (next: Yardstick): void => {
    yardstick = next
    for (const entry of byId.values()) {
      entry.meaning = centredMeaning(entry.mass, next.centre)
      setCentroid(entry.slot, entry.meaning)
    }
  }
  return { byId, add, update, remove, candidates, refresh }
}
