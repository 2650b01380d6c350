// Encryption of backups: no piece of one can be changed, moved, left out or cut off.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BackupError } from '../../../src/domain/backups/archive.ts'
import { seal, unseal } from '../../../src/domain/backups/sealed.ts'
import { PASSPHRASE } from './places.ts'

const PIECE = 65_536 + 16
const HEADER = 52

const all = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
  const found: Buffer[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found)
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const plain = randomBytes(200_000)
const sealed = await all(seal(PASSPHRASE)(inPieces(plain, 10_007)))
const open = (bytes: Buffer, size = 70_001) => all(unseal(PASSPHRASE)(inPieces(bytes, size)))

it.each([1_000, 65_552, 1_000_000])('opens again, however it arrives (%i bytes at a time)', async (size) => {
  expect((await open(sealed, size)).equals(plain)).toBe(true)
})

it('opens again when it is empty, or exactly a piece long', async () => {
  for (const length of [0, 65_536, 2 * 65_536]) {
    const bytes = plain.subarray(0, length)
    expect((await open(await all(seal(PASSPHRASE)(inPieces(bytes, 9_999))))).equals(bytes)).toBe(true)
  }
})

describe('is refused', () => {
  const pieces = [0, 1, 2, 3].map((at) => sealed.subarray(HEADER + at * PIECE, HEADER + (at + 1) * PIECE))
  const [header, [first, second, third, last]] = [
    sealed.subarray(0, HEADER),
    pieces as [Buffer, Buffer, Buffer, Buffer],
  ]

  it.each([
    ['two pieces in the other order', [header, second, first, third, last]],
    ['a piece left out', [header, first, third, last]],
    ['the end left out', [header, first, second, third]],
    ['a piece twice', [header, first, second, second, third, last]],
    ['something after the end', [header, first, second, third, last, Buffer.from('x')]],
    ['a changed header', [Buffer.from(header).fill('0', 30, 51), first, second, third, last]],
    ['less than a header', [header.subarray(0, 20)]],
  ])('with %s', async (_, parts) => {
    await expect(open(Buffer.concat(parts))).rejects.toBeInstanceOf(BackupError)
  })
})
