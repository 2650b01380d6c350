// Of several builds in one checkout, one writes to dist while the others wait for it.
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'

const LOOK_AGAIN_MS = 100
const WRITTEN_WITHIN_MS = 5_000

/** Resolves when nobody else holds the lock file; this process then holds it until it ends. */
export async function oneAtATime(lock) {
  for (let waited = 0; !take(lock); waited++) {
    const holder = unlessGone(() => readFileSync(lock, 'utf8'))
    if (holder === null) continue
    if (isLeftBehind(lock, holder)) discard(lock, holder)
    else await after(LOOK_AGAIN_MS)
    if (waited === 0) process.stderr.write('Waiting for another build in this folder\n')
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

function unlessGone(look) {
  try {
    return look()
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return null
  }
}

/** A build that was killed leaves its lock behind; at worst before it wrote who it is. */
function isLeftBehind(lock, holder) {
  if (holder !== '') return Number(holder) === process.pid || !isRunning(Number(holder))
  const made = unlessGone(() => statSync(lock).mtimeMs)
  return made !== null && Date.now() - made > WRITTEN_WITHIN_MS
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Another may have done so meanwhile, and hold the lock by now: then it is put back. */
function discard(lock, holder) {
  const aside = `${lock}.${process.pid}`
  if (unlessGone(() => renameSync(lock, aside)) === null) return
  if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, lock)
  rmSync(aside)
}
