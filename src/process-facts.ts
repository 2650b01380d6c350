// Facts about this process that are passed to its parts as arguments.
import { randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { v7 } from 'uuid'

/** UUIDv7: sorts by time, and within a process in the order made. */
export function newId(): string {
  const random = nextRandom()
  const now = Date.now()
  if (now > made.msecs) made = { msecs: now, seq: random.readUInt32BE(6) >>> 1 }
  else made.seq++
  return v7({ random, ...made })
}

/** The time of the last id. If the clock is set back, ids keep this time until the clock has caught up. */
let made = { msecs: 0, seq: 0 }

const ID_BYTES = 16
const pool = Buffer.alloc(256 * ID_BYTES)
let used = pool.length

/** Random bits for many ids at once: asking the system for each would take most of an id's time. */
function nextRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return pool.subarray(used - ID_BYTES, used)
}

const manifest = new URL('../package.json', import.meta.url)
export const VERSION: string = JSON.parse(readFileSync(manifest, 'utf8')).version
