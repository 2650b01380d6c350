// Arrays in PostgreSQL's binary form, as parameters of a statement. The server takes a text out of one by copying it; out of JSON, or
// of an array written as text, it has to parse each character. The driver sends a Buffer as binary.
const HEAD_BYTES = 20
const LENGTH_BYTES = 4

/** `type`: the object id of the elements, which PostgreSQL never changes for its own types. */
type Elements<T> = { type: number; bytes(value: T): number; write(into: Buffer, at: number, value: T): void }

function arrayOf<T>({ type, bytes, write }: Elements<T>): (values: (T | null)[]) => Buffer {
  return (values) => {
    const lengths = values.map((value) => (value === null ? null : bytes(value)))
    const total = lengths.reduce<number>((sum, length) => sum + LENGTH_BYTES + (length ?? 0), HEAD_BYTES)
    const array = Buffer.allocUnsafe(total)
    const head = [1, Number(lengths.includes(null)), type, values.length, 1] // dimensions, nulls, type, elements, first index
    let at = head.reduce((place, number) => array.writeInt32BE(number, place), 0)
    for (const [place, value] of values.entries()) {
      const length = lengths[place] ?? -1
      at = array.writeInt32BE(length, at)
      if (value === null) continue
      write(array, at, value)
      at += length
    }
    return array
  }
}

const textOfType = (type: number): Elements<string> => ({
  type,
  bytes: (text) => Buffer.byteLength(text),
  write: (into, at, text) => into.write(text, at),
})

export const texts = arrayOf(textOfType(25))

/** Each is written as JSON already. */
export const jsons = arrayOf(textOfType(114))

export const integers = arrayOf<number>({
  type: 23,
  bytes: () => 4,
  write: (into, at, number) => into.writeInt32BE(number, at),
})

export const byteStrings = arrayOf<Buffer>({
  type: 17,
  bytes: ({ length }) => length,
  write: (into, at, bytes) => bytes.copy(into, at),
})

const UUID_BYTES = 16

export const uuids = arrayOf<string>({
  type: 2950,
  bytes: () => UUID_BYTES,
  write(into, at, id) {
    const digits = id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24)
    if (into.write(digits, at, 'hex') !== UUID_BYTES || id.length !== 36) throw new Error(`not a UUID: ${id}`)
  },
})

const EPOCH_MS = Date.UTC(2000, 0)
const HIGH = 2 ** 32

/** Microseconds since 2000, of eight bytes, in two halves: a BigInt would be an object for each. */
export const timestamps = arrayOf<Date>({
  type: 1184,
  bytes: () => 8,
  write(into, at, time) {
    const microseconds = (+time - EPOCH_MS) * 1_000
    const high = Math.floor(microseconds / HIGH)
    into.writeInt32BE(high, at)
    into.writeUInt32BE(microseconds - high * HIGH, at + 4)
  },
})
