// The running PostgreSQL of a cluster, found by its postmaster.pid: identified, stopped and cleaned up after.
import { link, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './error.ts'
import type { DataFolder } from './folder.ts'
import { runAs } from './os-user.ts'
import { commandLineOf, isAlive, until } from './process.ts'
import { removeSocketDir, SOCKET_FILE } from './socket.ts'

export type Postmaster = { pid: number; port: number; ready: boolean }

const STOP_TIMEOUT_MS = 60_000
const EMPTY_FILE_GRACE_MS = 2_000

// Line 1 is the process id, line 4 the port, line 8 the state.
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

// Marks the process as the server of this cluster on its command line, which any user may read. It is a made-up
// setting, which PostgreSQL accepts silently.
export function clusterMark(cluster: string): string {
  return `fieldnote.cluster=${cluster}`
}

export async function isServing(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  return (await commandLineOf(pid)).includes(clusterMark(cluster))
}

// A killed server leaves files with its process id. If another process has that id by now, PostgreSQL would take it for
// a running server and refuse to start.
export async function discardStaleLocks({ cluster, socketDir }: DataFolder): Promise<void> {
  for (const path of [join(cluster, 'postmaster.pid'), join(socketDir, `${SOCKET_FILE}.lock`)]) {
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined || (await isServing(Number.parseInt(text, 10), cluster))) continue
    if (text === '' && (await ageOf(path)) < EMPTY_FILE_GRACE_MS) continue
    await discard(path, text)
  }
}

// Moved aside before it is judged, because another process may have started the server meanwhile. If yet another start
// happens in that instant, PostgreSQL's check of its shared memory stops it.
async function discard(path: string, judged: string): Promise<void> {
  const aside = `${path}.${process.pid}.stale`
  try {
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) !== judged) await link(aside, path)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error
  } finally {
    await rm(aside, { force: true })
  }
}

async function ageOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found ? Date.now() - found.mtimeMs : Number.POSITIVE_INFINITY
}

// A fast shutdown: sessions are ended and everything is written, so the next start needs no recovery. True once it has
// stopped.
export async function stopPostmaster(folder: DataFolder, findBinaries: () => Promise<string>) {
  const { cluster, osUser } = folder
  const running = await readPostmaster(cluster)
  if (!running || !isAlive(running.pid)) return true
  // For example the server of another container on the same volume: its process cannot be signaled from here.
  if (!(await isServing(running.pid, cluster))) return false
  if (process.platform === 'win32') {
    // There, a signal would kill the process.
    const pgCtl = join(await findBinaries(), 'bin', 'pg_ctl')
    await runAs(osUser, pgCtl, ['stop', '-m', 'fast', '-D', cluster], cluster)
  } else {
    process.kill(running.pid, 'SIGINT')
  }
  const gone = await until(async () => !(await isServing(running.pid, cluster)), STOP_TIMEOUT_MS)
  await removeSocketDir(folder)
  return gone
}
