// Compares tables row by row, in any order: the number of rows and the sum of their hashes.
import { hash } from 'node:crypto'

export type TableSum = { rows: number; digest: string }

const WORDS = 8 // of 32 bits: a SHA-256 hash

export type RowDigest = { add(lines: Buffer): void; sum(): TableSum }

/** Takes whole lines, one per row. */
export function createRowDigest(): RowDigest {
  const total = new Uint32Array(WORDS)
  let rows = 0
  return {
    add(lines) {
      for (let start = 0; start < lines.length; ) {
        const end = lines.indexOf(LINE_END, start) + 1
        const row = hash('sha256', lines.subarray(start, end), 'buffer')
        for (let at = 0; at < WORDS; at++) total[at] = (total[at] ?? 0) + row.readUInt32BE(at * 4)
        rows++
        start = end
      }
    },
    sum: () => ({ rows, digest: Buffer.from(total.buffer).toString('hex') }),
  }
}

const LINE_END = 0x0a

/** The same bytes, split only at line ends. */
export async function* wholeLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(LINE_END) + 1
    if (end === 0) {
      rest.push(piece)
      continue
    }
    yield rest.length === 0 ? piece.subarray(0, end) : Buffer.concat([...rest, piece.subarray(0, end)])
    rest = end < piece.length ? [piece.subarray(end)] : []
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}
