// Counts how many of the notes known to grouping contain each word.

type Worded = { words: Uint32Array }

export type WordFrequencies = {
  /** The notes to remove, and those that replace them. */
  replace(before: Worded[], after: Worded[]): void
  /** The logarithm of the number of notes per note that contains the word. A new word counts as contained in one. */
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
