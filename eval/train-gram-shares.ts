// In which share of ordinary texts each gram bucket occurs. With these as a prior, the words that every text
// uses weigh little from the first observation on, and the words of a project's largest issue keep their weight.
import { countGrams, GRAM_BUCKETS } from '../src/digest/features/text/char-grams.ts'

/** Each family counts the same, whatever its size. */
export const trainGramShares = (families: string[][]): Float32Array => {
  const shares = new Float32Array(GRAM_BUCKETS)
  for (const texts of families) {
    const unit = 1 / (texts.length * families.length)
    for (const text of texts) {
      for (const bucket of countGrams(text).keys()) shares[bucket] = (shares[bucket] as number) + unit
    }
  }
  return shares
}
