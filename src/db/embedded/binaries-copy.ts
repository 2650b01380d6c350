// A copy of PostgreSQL's programs, in case the npm package is read-only or unreachable for the user that runs them.
import { chmod, cp, lstat, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repairLinks } from './binaries-links.ts'
import { codeOf } from './error.ts'
import type { DataFolder } from './folder.ts'
import { remove, startUnfinished, sweepUnfinished } from './unfinished.ts'

// The user that root chose may not reach the data folder (PostgreSQL itself does, through its working directory; its
// programs cannot, because they look up their own path), so root tries the system's places too.
export function copyPlaces({ dataDir, osUser }: DataFolder): string[] {
  return osUser ? ['/var/lib/fieldnote', dataDir, '/tmp/fieldnote-programs'] : [dataDir]
}

// 60 MB; made under another name and renamed, so that an incomplete copy is never used.
export async function copyOf(native: string, copy: string): Promise<void> {
  // The mode is set separately: a umask of 077 would close the folder to that user.
  if (await mkdir(dirname(copy), { recursive: true })) await chmod(dirname(copy), 0o755)
  if (await isTrusted(copy)) return
  await sweepUnfinished(copy)
  const work = await startUnfinished(copy)
  try {
    // `native` keeps its name: the list of links is written relative to its parent.
    const inner = join(work, 'native')
    await cp(native, inner, { recursive: true, verbatimSymlinks: true })
    await repairLinks(inner)
    await openToAll(inner)
    await rename(inner, copy)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
  } finally {
    await remove(work)
  }
}

// A copy that does not run is made again at the next start.
export async function discardCopy(copy: string): Promise<void> {
  if (await isTrusted(copy).catch(() => false)) await remove(copy)
}

// Root shares /tmp with everyone: nothing that another user could have written is run.
async function isTrusted(copy: string): Promise<boolean> {
  const uid = process.getuid?.()
  for (const path of uid === 0 ? [dirname(copy), copy] : [copy]) {
    const found = await lstat(path).catch(() => undefined)
    if (!found) return false
    if (uid !== undefined && (found.uid !== uid || (found.mode & 0o022) !== 0)) {
      throw new Error(`${path} belongs to another user or is writable by others`)
    }
  }
  return true
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644)
  }
}
