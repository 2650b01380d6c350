// Encrypts and decrypts with a passphrase, in pieces: scrypt derives the key, and AES-256-GCM seals each piece under
// its number, so that no piece can be changed, left out, moved or cut off at the end.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from './archive.ts'

const FORMAT = 'fieldnote-backup-1'
const SALT_BYTES = 16
const HEADER_BYTES = FORMAT.length + 1 + SALT_BYTES * 2 + 1
const HEADER = new RegExp(`^${FORMAT} ([0-9a-f]{${SALT_BYTES * 2}})\n$`)
const PIECE_BYTES = 65_536
const TAG_BYTES = 16
const SEALED_BYTES = PIECE_BYTES + TAG_BYTES

/** OWASP's recommendation for little memory: 32 MB, and three times the work. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)
const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFKC'), salt, 32, COST)

type Pieces = AsyncIterable<Buffer>

/** Each file has its own key, so no number is used twice with a key. */
function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = last ? 1 : 0
  return nonce
}

export const seal = (passphrase: string) =>
  async function* (pieces: Pieces): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES)
    const key = await keyOf(passphrase, salt)
    yield Buffer.from(`${FORMAT} ${salt.toString('hex')}\n`)
    let number = 0
    for await (const { piece, last } of piecesOf(pieces, PIECE_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, last))
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    }
  }

export const unseal = (passphrase: string) =>
  async function* (pieces: Pieces): AsyncGenerator<Buffer> {
    const { salt, rest } = await splitHeader(pieces)
    const key = await keyOf(passphrase, salt)
    let number = 0
    for await (const { piece, last } of piecesOf(rest, SEALED_BYTES)) yield open(piece, key, number++, last)
  }

function open(piece: Buffer, key: Buffer, number: number, last: boolean): Buffer {
  const end = piece.length - TAG_BYTES
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, last), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(piece.subarray(Math.max(0, end)))
    return Buffer.concat([decipher.update(piece.subarray(0, Math.max(0, end))), decipher.final()])
  } catch {
    throw new BackupError(
      number === 0
        ? 'The backup does not open: BACKUP_PASSPHRASE is not the one it was made with, or the file is damaged.'
        : 'The backup is damaged: it was changed or cut off after it was made.',
    )
  }
}

async function splitHeader(pieces: Pieces): Promise<{ salt: Buffer; rest: Pieces }> {
  const source = pieces[Symbol.asyncIterator]()
  let buffered: Buffer = Buffer.alloc(0)
  while (buffered.length < HEADER_BYTES) {
    const { value, done } = await source.next()
    if (done) break
    buffered = Buffer.concat([buffered, value])
  }
  const [, salt] = HEADER.exec(buffered.toString('latin1', 0, HEADER_BYTES)) ?? []
  if (!salt) throw new BackupError('The file is not a backup of Fieldnote.')
  async function* rest(): AsyncGenerator<Buffer> {
    yield buffered.subarray(HEADER_BYTES)
    yield* { [Symbol.asyncIterator]: () => source }
  }
  return { salt: Buffer.from(salt, 'hex'), rest: rest() }
}

/** Pieces of equal size, except the last, which may be empty. */
async function* piecesOf(pieces: Pieces, size: number): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let buffered: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    buffered = buffered.length === 0 ? piece : Buffer.concat([buffered, piece])
    let start = 0
    for (; buffered.length - start > size; start += size)
      yield { piece: buffered.subarray(start, start + size), last: false }
    buffered = buffered.subarray(start)
  }
  yield { piece: buffered, last: true }
}
