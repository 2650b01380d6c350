// How well the benchmark's notes are grouped, and what comes with it: languages.
import { ISSUE_KINDS } from '../../src/contract/labels.ts'
import { detectLanguage } from '../../src/digest/features/text/language.ts'
import { wordsOfNote } from '../../src/digest/features/text/note-words.ts'
import { readable } from '../../src/digest/features/text/readable.ts'
import { GROUP_SETTINGS, type Note, signOf } from '../../src/digest/group/likeness.ts'
import type { BenchmarkNote, Product } from '../benchmark.ts'
import { leftOutPairs } from '../fit/left-out-pairs.ts'
import { type Grouped, groupStream, type StreamOptions } from '../group-stream.ts'
import { chooseLeftOut, type LeftOut } from '../left-out.ts'

export type Share = { right: number; total: number }

const THRESHOLDS = [0.81, 0.82, 0.83, 0.84, 0.85]

export const notesOf = ({ notes, vectors, kinds }: Product): Note[] =>
  notes.map((note, at) => {
    const language = detectLanguage(`${note.title} ${note.description}`)
    return {
      vector: vectors[at] as Float32Array,
      sign: signOf(note.sentiment),
      kind: ISSUE_KINDS.indexOf(kinds[at] as (typeof ISSUE_KINDS)[number]),
      language,
      length: note.title.length + note.description.length,
      words: wordsOfNote(readable(note), language),
    }
  })

/** As the service does it, but for the threshold, which is chosen on other products. */
export const scoreGroups = (products: Product[], options: StreamOptions = {}): LeftOut<Grouped>[] =>
  chooseLeftOut(products, THRESHOLDS, (product, threshold) =>
    groupStream(notesOf(product), {
      pairs: leftOutPairs(product),
      ...options,
      settings: { ...GROUP_SETTINGS, threshold },
    }),
  )

/** As the service does it. */
export const scoreShipped = (
  products: Product[],
  optionsFor: (product: Product) => StreamOptions = () => ({}),
): LeftOut<Grouped>[] =>
  chooseLeftOut(products, [GROUP_SETTINGS], (product) =>
    groupStream(notesOf(product), { pairs: leftOutPairs(product), ...optionsFor(product) }),
  )

/** The product as if it had only the notes of one language. */
export function inLanguage(product: Product, language: string): Product {
  const keep = (_: unknown, at: number) => product.notes[at]?.language === language
  return {
    ...product,
    notes: product.notes.filter(keep),
    vectors: product.vectors.filter(keep),
    kinds: product.kinds.filter(keep),
  }
}

/** Of the notes in another language whose issue has English notes: the share that is where most of those are. */
export function scoreLanguages(results: LeftOut<Grouped>[]): Map<string, Share> {
  const languages = new Map<string, Share>()
  for (const { product, found } of results) {
    const home = englishHomes(product.notes, found.issues)
    for (const [at, { label, language }] of product.notes.entries()) {
      const counts = home.get(label)
      if (language === 'en' || !counts) continue
      const right = counts.get(found.issues[at] as string) === Math.max(...counts.values())
      const score = languages.get(language) ?? { right: 0, total: 0 }
      languages.set(language, { right: score.right + Number(right), total: score.total + 1 })
    }
  }
  return new Map([...languages].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** For each label, how many of its English notes each issue has. */
function englishHomes(notes: BenchmarkNote[], issues: string[]): Map<string, Map<string, number>> {
  const homes = new Map<string, Map<string, number>>()
  for (const [at, { label, language }] of notes.entries()) {
    if (language !== 'en') continue
    const counts = homes.get(label) ?? new Map<string, number>()
    const issue = issues[at] as string
    counts.set(issue, (counts.get(issue) ?? 0) + 1)
    homes.set(label, counts)
  }
  return homes
}
