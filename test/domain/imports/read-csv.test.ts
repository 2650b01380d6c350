// A CSV file whose rows do not end: reading stops before memory is used up, whatever the row is made of.
import { expect, it } from 'vitest'
import { LIMITS } from '../../../src/contract/limits.ts'
import { readCsv } from '../../../src/domain/imports/read-csv.ts'

const PIECE = 64 * 1024
const PIECES = LIMITS.importBytes / PIECE

it.each([
  ['empty cells', '', ',', /^row 1 has more than 200 columns$/],
  [
    'empty cells after a good beginning',
    'user,text\nann,Fine\n',
    ',',
    /^row 3 has more than 200 columns; is a/,
  ],
  ['empty cells between semicolons', 'user;text\n', ';', /^row 2 has more than 200 columns/],
  ['quoted empty cells', 'user,text\n', '"",', /^row 2 has more than 200 columns/],
  ['short cells', 'user,text\n', 'a,', /^row 2 has more than 200 columns/],
  ['text', 'user,text\n', 'a', /^row 2 cannot be read: it has more than 1000000 characters/],
  ['quoted commas and lines', 'user,text\n"', ',\n', /^row 2 cannot be read: it has more than 1000000 char/],
])('stops at a row without end of %s', async (_, beginning, part, reason) => {
  let given = 0
  async function* file() {
    yield beginning
    for (; given < PIECES; given++) yield part.repeat(PIECE / part.length)
  }
  const read = async () => {
    for await (const row of readCsv(file())) expect(row.fault).toBeNull()
  }

  await expect(read()).rejects.toMatchObject({ detail: expect.stringMatching(reason) })
  expect(given * PIECE).toBeLessThan(4 * LIMITS.importRowLength)
})

it('reads on where a row has too few columns or too many, and not more than a file may have', async () => {
  async function* file() {
    yield `user,text\nann\n${'a,'.repeat(LIMITS.importColumns - 1)}a\nben,Fine\n`
  }
  const rows: unknown[] = []
  for await (const { number, fault } of readCsv(file())) rows.push([number, fault])

  expect(rows).toEqual([
    [2, expect.stringContaining('has 1 columns')],
    [3, expect.stringContaining('has 200 columns')],
    [4, null],
  ])
})
