// The bytes of an uploaded file as text, piece by piece: UTF-8, or UTF-16 where the file says so.
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
