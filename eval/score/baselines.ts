// What grouping is compared with: words in common instead of vectors, and no second look.
import { detectLanguage } from '../../src/digest/features/text/language.ts'
import { stemWord } from '../../src/digest/features/text/stem.ts'
import { foldText, wordsOf } from '../../src/digest/features/text/words.ts'
import { averageLink } from '../../src/digest/group/average-link.ts'
import type { Product } from '../benchmark.ts'
import { chooseLeftOut, type LeftOut } from '../left-out.ts'

type Issues = { issues: string[] }

const THRESHOLDS = [0.08, 0.1, 0.12, 0.14, 0.16, 0.2]

/** All notes at once, by average link on TF-IDF of their stems. */
export function groupByWords(products: Product[]): LeftOut<Issues>[] {
  const compared = new Map(products.map((product) => [product, likenessByWords(product)]))
  return chooseLeftOut(products, THRESHOLDS, (product, threshold) => {
    const count = product.notes.length
    const alone = {
      group: Int32Array.from({ length: count }, (_, at) => at),
      groups: count,
      apart: () => false,
    }
    const { groupOf } = averageLink(compared.get(product) as Float32Array, count, alone, threshold)
    return { issues: Array.from(groupOf, String) }
  })
}

function likenessByWords({ notes }: Product): Float32Array {
  const texts = notes.map(({ title, description }) => stemsOf(`${title}\n${description}`))
  const seen = new Map<string, number>()
  for (const stems of texts) for (const stem of stems) seen.set(stem, (seen.get(stem) ?? 0) + 1)
  const weight = (stem: string) => Math.log((1 + notes.length) / (1 + (seen.get(stem) ?? 0))) ** 2
  const sizes = texts.map((stems) => Math.sqrt([...stems].reduce((sum, stem) => sum + weight(stem), 0)))
  const likeness = new Float32Array(notes.length ** 2)
  for (const [i, one] of texts.entries()) {
    for (const [j, other] of texts.entries()) {
      let common = 0
      for (const stem of one) if (other.has(stem)) common += weight(stem)
      likeness[i * notes.length + j] = common / Math.max(1e-9, (sizes[i] as number) * (sizes[j] as number))
    }
  }
  return likeness
}

function stemsOf(text: string): Set<string> {
  const language = detectLanguage(text)
  return new Set(wordsOf(foldText(text)).map((word) => stemWord(word, language)))
}
