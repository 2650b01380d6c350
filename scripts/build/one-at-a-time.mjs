// Of several builds in one checkout, one writes to dist while the others wait for it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'

const LOOK_AGAIN_MS = 100

/** Resolves when nobody else holds the lock file; this process then holds it until it ends. */
export async function oneAtATime(lock) {
  while (!take(lock)) {
    if (!isRunning(holderOf(lock))) rmSync(lock, { force: true })
    else await after(LOOK_AGAIN_MS)
  }
  process.on('exit', () => rmSync(lock, { force: true }))
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Null where it was let go of meanwhile, or has been made but not written yet. */
function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || null
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return null
  }
}

/** A build that was killed leaves its lock behind. */
function isRunning(pid) {
  if (pid === null) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
