// Folders and files under construction: filled next to their final name and renamed when complete, swept when abandoned.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAlive } from './process.ts'

const ABANDONED_AFTER_MS = 10 * 60_000

export async function startUnfinished(final: string): Promise<string> {
  const path = `${final}.part-${process.pid}-${randomBytes(4).toString('hex')}`
  await mkdir(path, { mode: 0o700 })
  return path
}

export async function sweepUnfinished(final: string): Promise<void> {
  const prefix = `${basename(final)}.part-`
  const names = await readdir(dirname(final)).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(prefix))) {
    const path = join(dirname(final), name)
    if (await isAbandoned(path, Number.parseInt(name.slice(prefix.length), 10))) await remove(path)
  }
}

// Process ids recur, in containers at once (the service is always number 1), hence the ages.
async function isAbandoned(path: string, pid: number): Promise<boolean> {
  const touched = await stat(path).then(
    (found) => found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
  if (pid === process.pid) return touched < Date.now() - process.uptime() * 1000
  return !isAlive(pid) || touched < Date.now() - ABANDONED_AFTER_MS
}

// An initdb that outlived its killed parent may still be writing there; the next start removes the rest.
export async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }).catch(() => undefined)
}
