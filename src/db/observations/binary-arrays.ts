// Arrays in PostgreSQL's binary form, as parameters of a statement. The server takes a text out of one by copying it; out of JSON, or
// of an array written as text, it has to parse each character. The driver sends a Buffer as binary.
const HEAD_BYTES = 20
const LENGTH_BYTES = 4

/** `type`: the object id of the elements, which PostgreSQL never changes for its own types. `write` returns how many bytes it wrote. */
type Elements<T> = {
  type: number
  bytes(value: T): number
  write(into: Buffer, at: number, value: T): number
}

function arrayOf<T>({ type, bytes, write }: Elements<T>): (values: (T | null)[]) => Buffer {
  return (values) => {
    let total = HEAD_BYTES + LENGTH_BYTES * values.length
    for (const value of values) if (value !== null) total += bytes(value)
    const array = Buffer.allocUnsafe(total)
    writeHead(array, type, values)
    let at = HEAD_BYTES
    for (const value of values) {
      const length = value === null ? -1 : write(array, at + LENGTH_BYTES, value)
      at = array.writeInt32BE(length, at) + Math.max(0, length)
    }
    return array
  }
}

/** Dimensions, whether there are nulls, the type, how many elements, and the number of the first. */
function writeHead(array: Buffer, type: number, values: unknown[]): void {
  array.writeInt32BE(1, 0)
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  array.writeInt32BE(type, 8)
  array.writeInt32BE(values.length, 12)
  array.writeInt32BE(1, 16)
}

/** With the code by which PostgreSQL refuses such a value, for those who go by it. */
const notA = (what: string, value: unknown): Error =>
  Object.assign(new Error(`not a ${what}: ${value}`), { code: '22P03' })

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
  write(into, at, number) {
    if ((number | 0) !== number) throw notA('32-bit integer', number)
    into.writeInt32BE(number, at)
    return 4
  },
})

export const byteStrings = arrayOf<Buffer>({
  type: 17,
  bytes: ({ length }) => length,
  write: (into, at, bytes) => bytes.copy(into, at),
})

const UUID_BYTES = 16
/** Where each byte's two digits are: 5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b. */
const UUID_PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const UUID_LENGTH = 36

export const uuids = arrayOf<string>({
  type: 2950,
  bytes: () => UUID_BYTES,
  write(into, at, id) {
    let isWrong = id.length !== UUID_LENGTH
    let next = at
    for (const place of UUID_PLACES) {
      const byte = (digitAt(id, place) << 4) | digitAt(id, place + 1)
      if (byte < 0) isWrong = true
      into[next++] = byte
    }
    if (isWrong) throw notA('UUID', id)
    return UUID_BYTES
  },
})

/** Negative where there is no digit. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)
const digitAt = (text: string, place: number): number => DIGITS[text.charCodeAt(place)] ?? -1

const EPOCH_MS = Date.UTC(2000, 0)
const HIGH = 2 ** 32

/**
 * Microseconds since 2000, of eight bytes, in two halves: a BigInt would be an object for each, and a number is not exact beyond the
 * year 2285.
 */
export const timestamps = arrayOf<Date>({
  type: 1184,
  bytes: () => 8,
  write(into, at, time) {
    const milliseconds = time.getTime() - EPOCH_MS
    if (Number.isNaN(milliseconds)) throw notA('time', time)
    const high = Math.floor(milliseconds / HIGH)
    const low = (milliseconds - high * HIGH) * 1_000
    const carry = Math.floor(low / HIGH)
    into.writeInt32BE(high * 1_000 + carry, at)
    into.writeUInt32BE(low - carry * HIGH, at + 4)
    return 8
  },
})
