// Compares two texts line by line: unchanged, removed and added lines, and the changed words within lines.
import { diffLines, diffWordsWithSpace } from 'diff'

type Part = { text: string; changed: boolean }
export type DiffRow = { kind: 'same' | 'removed' | 'added'; parts: Part[] }

export function diffRows(before: string, after: string): DiffRow[] {
  const rows: DiffRow[] = []
  let removed: string[] = []
  for (const chunk of diffLines(before, after)) {
    const lines = linesOf(chunk.value)
    if (chunk.removed) {
      removed = lines
      continue
    }
    rows.push(...(chunk.added ? replaced(removed, lines) : [...gone(removed), ...lines.map(same)]))
    removed = []
  }
  return [...rows, ...gone(removed)]
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n')

const plain = (kind: DiffRow['kind'], text: string): DiffRow => ({ kind, parts: [{ text, changed: false }] })
const same = (text: string): DiffRow => plain('same', text)
const gone = (lines: string[]): DiffRow[] => lines.map((line) => plain('removed', line))

/** Lines that replace each other are compared word by word; the rest is removed or added as a whole. */
function replaced(before: string[], after: string[]): DiffRow[] {
  const pairs = Math.min(before.length, after.length)
  const compared = before.slice(0, pairs).map((line, i) => compare(line, after[i] ?? ''))
  return [
    ...compared.map(([old]) => old),
    ...gone(before.slice(pairs)),
    ...compared.map(([, now]) => now),
    ...after.slice(pairs).map((line) => plain('added', line)),
  ]
}

function compare(before: string, after: string): [DiffRow, DiffRow] {
  const words = diffWordsWithSpace(before, after)
  const parts = (other: 'added' | 'removed'): Part[] =>
    words
      .filter((word) => !word[other])
      .map((word) => ({ text: word.value, changed: word.added || word.removed }))
  return [
    { kind: 'removed', parts: parts('added') },
    { kind: 'added', parts: parts('removed') },
  ]
}

export type Stretch = { kind: 'rows'; rows: DiffRow[] } | { kind: 'fold'; rows: DiffRow[] }

const CONTEXT = 3

/** Folds long unchanged passages, except a few lines around each change. */
export function folded(rows: DiffRow[]): Stretch[] {
  const near = rows.map((_, i) =>
    rows.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  )
  const stretches: Stretch[] = []
  rows.forEach((row, i) => {
    const kind = near[i] ? 'rows' : 'fold'
    const last = stretches.at(-1)
    if (last?.kind === kind) last.rows.push(row)
    else stretches.push({ kind, rows: [row] })
  })
  return stretches
}
