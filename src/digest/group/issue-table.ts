// The project's issues in memory, and the few of them that are worth comparing with something.
// A comparison with every issue is exact and cheap up to some hundreds; beyond, candidates come from a scan of
// the meaning centroids and from inverted lists of grams, so that the cost of exact scoring stays constant.
import { GRAM_BUCKETS } from '../text/char-grams.ts'
import { MEANING_WIDTH } from '../weights/trained-weights.ts'
import type { Linkable } from './link-score.ts'
import { centredMeaning, type Mass, type Yardstick } from './similarity.ts'

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
const LONGEST_LIST = 2_000
/** An issue keeps its heaviest grams: hundreds of members would otherwise collect thousands. */
const MOST_GRAMS = 768
const KEPT_GRAMS = 512

const trimGrams = (mass: Mass, idf: Float32Array): void => {
  if (mass.grams.size <= MOST_GRAMS) return
  const weighed = [...mass.grams].sort((a, b) => b[1] * (idf[b[0]] as number) - a[1] * (idf[a[0]] as number))
  mass.grams = new Map(weighed.slice(0, KEPT_GRAMS))
}

/** The slots with the highest scores, best first. */
const highest = (slots: Iterable<number>, scoreOf: (slot: number) => number, count: number): number[] => {
  const best: { slot: number; score: number }[] = []
  for (const slot of slots) {
    const score = scoreOf(slot)
    if (best.length === count && score <= (best[count - 1]?.score ?? 0)) continue
    let at = best.length
    while (at > 0 && (best[at - 1]?.score ?? 0) < score) at--
    best.splice(at, 0, { slot, score })
    if (best.length > count) best.pop()
  }
  return best.map(({ slot }) => slot)
}

export const createIssueTable = (initial: Yardstick): IssueTable => {
  let yardstick = initial
  const byId = new Map<string, IssueEntry>()
  const slots: (IssueEntry | undefined)[] = []
  const lists: (number[] | undefined)[] = new Array(GRAM_BUCKETS)
  const listed: Set<number>[] = []
  let centroids = new Float32Array(64 * MEANING_WIDTH)
  let shared = new Float32Array(64)

  const reserve = (): void => {
    if (slots.length * MEANING_WIDTH <= centroids.length) return
    const larger = new Float32Array(centroids.length * 2)
    larger.set(centroids)
    centroids = larger
    shared = new Float32Array(shared.length * 2)
  }
  const update = (entry: IssueEntry): void => {
    trimGrams(entry.mass, yardstick.idf)
    entry.meaning = centredMeaning(entry.mass, yardstick.centre)
    entry.fresh = true
    centroids.set(entry.meaning, entry.slot * MEANING_WIDTH)
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
    centroids.fill(0, entry.slot * MEANING_WIDTH, (entry.slot + 1) * MEANING_WIDTH)
  }
  const nearestByMeaning = (of: Linkable): number[] => {
    if (of.mass.meanings === 0) return []
    const { meaning } = of
    const product = (slot: number): number => {
      let sum = 0
      for (let i = 0, at = slot * MEANING_WIDTH; i < MEANING_WIDTH; i++, at++) {
        sum += (meaning[i] as number) * (centroids[at] as number)
      }
      return sum
    }
    return highest(slots.keys(), product, CANDIDATES_PER_CHANNEL)
  }
  /** Ranks by shared grams, weighed by rarity, in proportion to how many grams the issue has. */
  const nearestByGrams = (of: Linkable): number[] => {
    const touched: number[] = []
    for (const [bucket, weight] of of.mass.grams) {
      const list = lists[bucket]
      if (!list || list.length > LONGEST_LIST) continue
      const worth = weight * (yardstick.idf[bucket] as number) ** 2
      for (const slot of list) {
        if (shared[slot] === 0) touched.push(slot)
        shared[slot] = (shared[slot] as number) + worth
      }
    }
    const rank = (slot: number): number =>
      (shared[slot] as number) / Math.sqrt((listed[slot] as Set<number>).size)
    const found = highest(touched, rank, CANDIDATES_PER_CHANNEL)
    for (const slot of touched) shared[slot] = 0
    return found
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
      centroids.set(entry.meaning, entry.slot * MEANING_WIDTH)
    }
  }
  return { byId, add, update, remove, candidates, refresh }
}
