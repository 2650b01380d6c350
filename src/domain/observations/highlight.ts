// Splits texts into pieces that match a search and pieces that do not. Pieces are plain text, so nobody has to trust
// markup.
import type {
  ObservationDetail,
  ObservationItem,
  TextSegment,
} from '../../contract/observations/observation-details.ts'
import { type Headline, MARKS, selectHeadlines } from '../../db/observations/headlines.ts'
import { parseSought, searchConfig } from '../../db/searches.ts'
import type { Deps } from '../deps.ts'

type Range = { from: number; to: number }

/** A longer description is shortened to the part with the most matches. */
const WHOLE = 320
const BEFORE_HIT = 60
const PART = 260

/** The same observations, each with its matches. */
export async function highlight(
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  typed: string,
  items: ObservationDetail[],
): Promise<ObservationItem[]> {
  if (items.length === 0) return items
  const sought = await parseSought(db, typed)
  const texts = items.map(({ id, language }) => ({ id, config: searchConfig(language ?? '') }))
  const headlines = await selectHeadlines(db, projectId, texts, sought)
  return items.map((item) => {
    const hits = hitsIn(
      item,
      headlines.filter(({ id }) => id === item.id),
      sought.phraseLength,
    )
    const title = segments(item.title, hits('title'), { from: 0, to: item.title.length })
    return { ...item, highlight: { title, description: excerpt(item.description, hits('description')) } }
  })
}

type Field = Headline['field']

function hitsIn(item: ObservationDetail, headlines: Headline[], phraseLength: number) {
  const runs = headlines.flatMap((one) => runsOf(one, item[one.field]))
  // PostgreSQL marks every word of a phrase wherever it occurs. Words that stand together are preferred, if any do.
  const isWhole = ({ sought, words }: Run) => sought === 'phrases' && words.length >= phraseLength
  const relevant = runs.some(isWhole) ? runs.filter((run) => run.sought === 'words' || isWhole(run)) : runs
  return (field: Field): Range[] =>
    merged(relevant.filter((run) => run.field === field).flatMap(({ words }) => words))
}

/** Marked words in a row. */
type Run = Pick<Headline, 'field' | 'sought'> & { words: Range[] }

function runsOf({ field, sought, marked }: Headline, text: string): Run[] {
  const found = rangesOf(marked)
  // PostgreSQL drops what it takes for a tag, which would shift the positions.
  if (marked.length - 2 * found.length !== text.length) return []
  const runs: Run[] = []
  for (const word of found) {
    const last = runs.at(-1)
    const between = text.slice(last?.words.at(-1)?.to, word.from)
    if (last && !/[\p{L}\p{N}]/u.test(between)) last.words.push(word)
    else runs.push({ field, sought, words: [word] })
  }
  return runs
}

function rangesOf(marked: string): Range[] {
  const pieces = marked.split(MARKS.start)
  let at = pieces.shift()?.length ?? 0
  return pieces.map((piece) => {
    const [hit = '', ...rest] = piece.split(MARKS.stop)
    const range = { from: at, to: at + hit.length }
    at = range.to + rest.join('').length
    return range
  })
}

function merged(ranges: Range[]): Range[] {
  const joined: Range[] = []
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}

function segments(text: string, hits: Range[], part: Range): TextSegment[] {
  const pieces: TextSegment[] = []
  const add = (from: number, to: number, hit: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), hit })
  }
  let at = part.from
  for (const hit of hits.filter(({ from, to }) => from >= part.from && to <= part.to)) {
    add(at, hit.from, false)
    add(hit.from, hit.to, true)
    at = hit.to
  }
  add(at, part.to, false)
  return pieces
}

function excerpt(text: string, hits: Range[]): TextSegment[] {
  if (text.length <= WHOLE) return segments(text, hits, { from: 0, to: text.length })
  const part = bestPart(text, hits)
  const cut = (is: boolean): TextSegment[] => (is ? [{ text: '…', hit: false }] : [])
  return [...cut(part.from > 0), ...segments(text, hits, part), ...cut(part.to < text.length)]
}

/** The part with the most matches, starting shortly before its first match and cut between words where possible. */
function bestPart(text: string, hits: Range[]): Range {
  const parts = (hits.length > 0 ? hits : [{ from: 0, to: 0 }]).map(({ from, to }) => {
    const begin = wordStart(text, Math.max(0, from - BEFORE_HIT), from)
    return { from: begin, to: wordEnd(text, Math.max(begin + PART, to), to) }
  })
  const count = (part: Range) => hits.filter(({ from, to }) => from >= part.from && to <= part.to).length
  return parts.reduce((best, part) => (count(part) > count(best) ? part : best))
}

/** Where the next word begins, up to the limit. */
function wordStart(text: string, at: number, limit: number): number {
  if (at === 0) return 0
  const space = text.slice(at, limit).search(/\s\S/)
  return space < 0 ? between(text, at) : at + space + 1
}

/** Where the last whole word ends, down to the limit. */
function wordEnd(text: string, at: number, limit: number): number {
  if (at >= text.length) return text.length
  const space = text.slice(limit, at).search(/\s\S*$/)
  return space < 0 ? between(text, at) : limit + space
}

/** Never splits a surrogate pair. */
const between = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at)
