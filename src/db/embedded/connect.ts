// Connects this process to the server: joins a running one, starts one if there is none, and waits out the states in
// between (starting, recovering, shutting down, remains of a killed one).
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { passwordFile } from './cluster.ts'
import { EmbeddedServerError, messageOf } from './error.ts'
import type { DataFolder } from './folder.ts'
import { type Launch, launch } from './launch.ts'
import { isServing, readPostmaster } from './postmaster.ts'
import { POLL_MS } from './process.ts'
import { type ServerLock, tryLock } from './server-lock.ts'

export type Connected = { serverLock: ServerLock; connection: pg.ClientConfig }

// How long a start is retried while children of a killed server still hold its shared memory.
const START_TIMEOUT_MS = 30_000
// For a running server that does not answer: replaying the log after a crash, or a slow shutdown.
const PATIENCE_MS = 10 * 60_000
const RETRY_MS = 100

// PostgreSQL's messages for another server, or children of one, on this cluster.
const OCCUPIED = /lock file|shared memory block/

export async function connect(
  folder: DataFolder,
  binaries: () => Promise<string>,
  port: number,
  { leaving, onLaunch }: { leaving?: AbortSignal; onLaunch?: () => void } = {},
): Promise<Connected> {
  const begun = Date.now()
  let started: Launch | undefined
  let obstacle = 'it does not answer on its socket'
  for (;;) {
    // A server started by this process is still awaited, to be stopped in order.
    if (!started) leaving?.throwIfAborted()
    const running = await readPostmaster(folder.cluster)
    const connected = running?.ready ? await join(folder, running.port) : undefined
    if (connected) return connected
    const serving = running !== undefined && (await isServing(running.pid, folder.cluster))
    if (Date.now() - begun > (serving ? PATIENCE_MS : START_TIMEOUT_MS)) throw startError(folder, obstacle)
    const end = await started?.end()
    if (end) {
      if (end.failure && !OCCUPIED.test(end.failure)) throw startError(folder, end.failure)
      obstacle = end.failure ?? obstacle
      started = undefined
      await pause(RETRY_MS)
    } else if (!serving && !started) {
      started = await launch(folder, await binaries(), port)
      onLaunch?.()
    }
    await pause(POLL_MS)
  }
}

async function join(folder: DataFolder, port: number): Promise<Connected | undefined> {
  const connection = connectionTo(folder, port)
  try {
    const serverLock = await tryLock(connection)
    if (!serverLock) return undefined
    // The last one to leave ends the server, and with it the lock that others wait for: it says so in this file first.
    if ((await readPostmaster(folder.cluster))?.ready) return { serverLock, connection }
    await serverLock.close()
    return undefined
  } catch (error) {
    throw startError(folder, messageOf(error))
  }
}

function connectionTo({ dataDir, socketDir }: DataFolder, port: number): pg.ClientConfig {
  // `ssl` is said here, because the driver would otherwise look for PGSSLMODE in the environment.
  const target = { port, user: 'fieldnote', database: 'fieldnote', ssl: false }
  if (process.platform !== 'win32') return { ...target, host: socketDir }
  return { ...target, host: '127.0.0.1', password: () => readFile(passwordFile(dataDir), 'utf8') }
}

function startError({ cluster, logFile }: DataFolder, reason: string): EmbeddedServerError {
  return new EmbeddedServerError(`PostgreSQL could not be started on ${cluster} (${reason}): see ${logFile}.`)
}
