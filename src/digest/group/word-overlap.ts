// How many of their rarer words two notes have in common: the cosine of their words, weighted by rarity in the project.
import type { Member } from './issue-table.ts'

/** From 0, no common words, to 1, the same words. */
export type InCommon = (i: number, j: number) => number

export function wordsInCommon(notes: Pick<Member, 'words'>[], rarity: (word: number) => number): InCommon {
  const weights = notes.map(({ words }) => Float32Array.from(words, (word) => rarity(word) ** 2))
  const lengths = weights.map((own) => Math.sqrt(own.reduce((sum, weight) => sum + weight, 0)))
  return (i, j) => {
    const [words, others] = [notes[i]?.words as Uint32Array, notes[j]?.words as Uint32Array]
    const own = weights[i] as Float32Array
    let [at, other, shared] = [0, 0, 0]
    while (at < words.length && other < others.length) {
      const [word, theirs] = [words[at] as number, others[other] as number]
      if (word === theirs) shared += own[at] as number
      if (word <= theirs) at++
      if (theirs <= word) other++
    }
    return shared === 0 ? 0 : shared / ((lengths[i] as number) * (lengths[j] as number))
  }
}
