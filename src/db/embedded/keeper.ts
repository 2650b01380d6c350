// Keeps the server running while this process needs it: restarts it when it dies, and the last process to leave stops
// it.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from './connect.ts'
import { messageOf } from './error.ts'
import type { DataFolder } from './folder.ts'
import { freePort } from './launch.ts'
import { keepLogSmall } from './log-file.ts'
import { stopPostmaster } from './postmaster.ts'
import type { ServerLock } from './server-lock.ts'
import { SOCKET_PORT } from './socket.ts'

export type EmbeddedServer = {
  connection: pg.ClientConfig
  // Declares that this process no longer needs the server. Close your own connections first: the last process stops it.
  release(): Promise<void>
}

const STABLE_AFTER_MS = 5_000
const FIRST_DELAY_MS = 250
/** Short enough that calls are served within seconds after the cause, such as a full disk, has passed. */
const LONGEST_DELAY_MS = 2_000

export async function keepRunning(
  folder: DataFolder,
  binaries: () => Promise<string>,
  log: (line: string) => void,
  onLaunch: () => void = () => {},
): Promise<EmbeddedServer> {
  const begun = Date.now()
  const { serverLock, connection } = await connect(folder, binaries, await choosePort(), { onLaunch })
  log(`PostgreSQL answers on ${connection.host} after ${Date.now() - begun} ms`)
  const leaving = new AbortController()
  const leaveLog = keepLogSmall(folder)
  const reconnect = async () =>
    (await connect(folder, binaries, connection.port ?? SOCKET_PORT, { leaving: leaving.signal })).serverLock
  const kept = keep(serverLock, reconnect, leaving.signal, log)
  const leave = async () => {
    leaving.abort()
    leaveLog()
    const last = await kept
    if (last) await depart(last, () => stopPostmaster(folder, binaries), log)
  }
  let departure: Promise<void> | undefined
  const release = () => {
    departure ??= leave()
    return departure
  }
  return { connection, release }
}

async function choosePort(): Promise<number> {
  return process.platform === 'win32' ? freePort() : SOCKET_PORT
}

// Resolves when this process leaves: with the lock to give up, or without one if the server is down.
async function keep(
  first: ServerLock,
  reconnect: () => Promise<ServerLock>,
  leaving: AbortSignal,
  log: (line: string) => void,
): Promise<ServerLock | undefined> {
  const left = new Promise<void>((resolve) => leaving.addEventListener('abort', () => resolve()))
  let current: ServerLock | undefined = first
  let delay = FIRST_DELAY_MS
  for (;;) {
    const since = Date.now()
    await Promise.race([left, current?.lost])
    if (leaving.aborted) return current
    if (current) log('PostgreSQL has gone away: bringing it back')
    // A server that stayed up for a while is restarted at once; one that keeps dying ever more slowly.
    if (Date.now() - since > STABLE_AFTER_MS) delay = FIRST_DELAY_MS
    else await pause(delay, undefined, { signal: leaving }).catch(() => undefined)
    if (leaving.aborted) return undefined
    delay = Math.min(delay * 2, LONGEST_DELAY_MS)
    current = await reconnect().catch((error) => void (leaving.aborted || log(messageOf(error))))
    if (current) log('PostgreSQL answers again')
  }
}

async function depart(serverLock: ServerLock, stop: () => Promise<boolean>, log: (line: string) => void) {
  try {
    if (!(await serverLock.leave())) return
    log((await stop()) ? 'PostgreSQL has stopped' : 'PostgreSQL was asked to stop but is still running')
  } catch (error) {
    // The server has just died: nothing is left to stop, and the next start recovers.
    log(`PostgreSQL was left as it is: ${messageOf(error)}`)
  } finally {
    await serverLock.close()
  }
}
