// Decodes an uploaded file piece by piece: UTF-8, or UTF-16 when the file says so.
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { inMebibytes } from '../../contract/wording.ts'

export type Bytes = AsyncIterable<Uint8Array>

export async function* readText(bytes: Bytes): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let received = 0
  for await (const piece of bytes) {
    received += piece.length
    if (received > LIMITS.importBytes) throw tooLarge()
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
    yield decode(() => decoder?.decode(piece, { stream: true }))
  }
  if (decoder) yield decode(() => decoder.decode())
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * How many of the bytes are whole lines. In UTF-16 a line end is two bytes, each of which may be half of another
 * character.
 */
export function lengthOfLines(bytes: Buffer): number {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-8') return bytes.lastIndexOf('\n') + 1
  const end = Buffer.from(encoding === 'utf-16le' ? [0x0a, 0] : [0, 0x0a])
  let at = bytes.lastIndexOf(end)
  while (at > 0 && at % 2 === 1) at = bytes.lastIndexOf(end, at - 1)
  return at < 0 ? 0 : at + end.length
}

function decode(read: () => string | undefined): string {
  try {
    return read() ?? ''
  } catch {
    throw new Refusal(
      'invalid',
      'the file is not UTF-8 text; save it as UTF-8 (in Excel: "CSV UTF-8") and try again',
    )
  }
}

const tooLarge = (): Refusal =>
  new Refusal('too_large', `the file is larger than ${inMebibytes(LIMITS.importBytes)}; import it in parts`)
