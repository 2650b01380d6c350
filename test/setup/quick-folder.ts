// Folders for what tests write: in memory where there is room. On a disk, half of the time of what has a cluster of its own
// went into syncing and deleting; and to find places for the hundreds of small files of each copied database took two
// fifths of PostgreSQL's processor time.
import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'

/** Of Debian's PostgreSQL, whose tests two or three processes run, the files came to 480 to 640 MB. */
const ROOM_BYTES = 2_000_000_000

let place: string | undefined

/** A new folder. */
export function quickFolder(prefix: string): string {
  place ??= hasRoom(MEMORY) ? MEMORY : tmpdir()
  return mkdtempSync(join(place, prefix))
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM_BYTES
  } catch {
    return false // there is none, as on macOS
  }
}
