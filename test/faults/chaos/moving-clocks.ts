// Clocks that can be set while a process runs: libfaketime stands between it and the system's. Durations stay true, as
// they do when somebody sets a machine's clock.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type MovingClock = {
  /** What a process needs in its environment to go by it. */
  settings: Record<string, string>
  /** So many seconds from the true time. */
  move(seconds: number): void
}

const LIBRARIES = '/usr/lib'

/** Makes clocks; undefined where the library is not installed (Debian's package `faketime`). */
export function findMovingClocks(folder: string): (() => MovingClock) | undefined {
  const library = readdirSync(LIBRARIES)
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((name) => namesIn(join(LIBRARIES, name, 'faketime')))
    .find((path) => path.endsWith('libfaketimeMT.so.1'))
  if (library === undefined) return undefined
  let made = 0
  return () => {
    const file = join(folder, `clock-${++made}`)
    const move = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    move(0)
    const settings = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    }
    return { settings, move }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}
