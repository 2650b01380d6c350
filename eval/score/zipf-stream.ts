// A stream as projects see it: few large issues, many small ones, in random order.
import type { Random } from '../../src/sample/seeded-random.ts'
import { shuffle } from '../shuffle.ts'
import type { LabeledText } from './read-corpus.ts'

/** Group sizes fall as 1/rank and add up to about `length`; which group is large is left to chance. */
export function zipfStream(texts: LabeledText[], length: number, random: Random): LabeledText[] {
  const groups = new Map<string, LabeledText[]>()
  for (const text of texts) {
    if (text.group !== null) groups.set(text.group, [...(groups.get(text.group) ?? []), text])
  }
  let harmonic = 0
  for (let rank = 1; rank <= groups.size; rank++) harmonic += 1 / rank
  const picked = shuffle([...groups.values()], random).flatMap((members, i) => {
    const share = Math.max(1, Math.round(length / harmonic / (i + 1)))
    return shuffle(members, random).slice(0, share)
  })
  return shuffle(picked, random)
}
