// How many of the notes that grouping knows have each word.

type Worded = { words: Uint32Array }

export type WordFrequencies = {
  /** Notes that were known, and those that are known in their place. */
  replace(before: Worded[], after: Worded[]): void
  /** The logarithm of how many notes there are to each that has the word; a word that is new counts as had by one. */
  rarity(word: number): number
}

export function createWordFrequencies(): WordFrequencies {
  const counts = new Map<number, number>()
  let notes = 0
  const count = ({ words }: Worded, change: 1 | -1): void => {
    notes += change
    for (const word of words) {
      const now = (counts.get(word) ?? 0) + change
      if (now > 0) counts.set(word, now)
      else counts.delete(word)
    }
  }
  return {
    replace(before, after) {
      const [was, is] = [new Set(before), new Set(after)]
      for (const note of was) if (!is.has(note)) count(note, -1)
      for (const note of is) if (!was.has(note)) count(note, 1)
    },
    rarity: (word) => Math.log(Math.max(1, notes) / (counts.get(word) ?? 1)),
  }
}
