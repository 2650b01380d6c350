// Upgrades a data folder to the PostgreSQL of this release: the old server and a new one run side by side, everything
// is copied, and the new one takes the old one's place. Killed at any moment, the folder contains the old one or the
// complete new one.
import { rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import type pg from 'pg'
import { findBinaries } from './binaries.ts'
import { ensureCluster, syncFolder } from './cluster.ts'
import { connect } from './connect.ts'
import { EmbeddedServerError } from './error.ts'
import { type DataFolder, majorOf, openDataFolder, POSTGRES_MAJOR } from './folder.ts'
import { freePort } from './launch.ts'
import { findOldPrograms } from './old-programs.ts'
import { stopPostmaster } from './postmaster.ts'
import { SOCKET_PORT, socketDirOf } from './socket.ts'
import { finishSwap, swapIn, upgradedName } from './swap.ts'
import { remove } from './unfinished.ts'

export type UpgradeOptions<T> = {
  dataDir: string
  /** A folder with the programs of the old major; searched for by default. */
  programs?: string | undefined
  log: (line: string) => void
  /** Copies everything from one to the other and compares it. */
  copy: (from: pg.ClientConfig, to: pg.ClientConfig) => Promise<T>
}

export type Upgraded<T> = { from: string; to: string; kept: string; copied: T }

/** Undefined if there is nothing to upgrade. */
export async function upgradeCluster<T>(options: UpgradeOptions<T>): Promise<Upgraded<T> | undefined> {
  const { dataDir, programs, log, copy } = options
  const old = await openDataFolder(dataDir)
  await finishSwap(old)
  const from = await majorOf(old.cluster)
  if (from === undefined || from === POSTGRES_MAJOR) return undefined
  const [oldPrograms, newPrograms] = [
    await findOldPrograms(old, from, programs && resolve(programs), log),
    await findBinaries(old, log),
  ]
  const fresh = freshFolder(old)
  const copied = await withServer(old, oldPrograms, async (source) => {
    await removeRemains(old, fresh, newPrograms)
    await ensureCluster(fresh, async () => newPrograms)
    return withServer(fresh, newPrograms, (target) => copy(source, target)).catch(async (error: unknown) => {
      await remove(fresh.cluster)
      throw error
    })
  })
  await rename(fresh.cluster, upgradedName(old))
  const kept = await swapIn(old, from)
  await syncFolder(old.dataDir)
  return { from, to: POSTGRES_MAJOR, kept, copied }
}

function freshFolder(old: DataFolder): DataFolder {
  const cluster = `${old.cluster}-new`
  return { ...old, cluster, socketDir: socketDirOf(cluster) }
}

/** Removes a killed upgrade, whose server may still run. */
async function removeRemains(old: DataFolder, fresh: DataFolder, programs: string): Promise<void> {
  await stopPostmaster(fresh, async () => programs)
  for (const path of [fresh.cluster, upgradedName(old)]) await remove(path)
}

/** For this process alone: nobody joins until it is stopped. */
async function withServer<T>(
  folder: DataFolder,
  programs: string,
  work: (connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const find = async () => programs
  const port = process.platform === 'win32' ? await freePort() : SOCKET_PORT
  const { serverLock, connection } = await connect(folder, find, port)
  try {
    if (!(await serverLock.leave()))
      throw new EmbeddedServerError(
        `Another process uses the database in ${folder.cluster}: stop it, then upgrade.`,
      )
    const result = await work(connection).catch(async (error: unknown) => {
      await stopPostmaster(folder, find)
      throw error
    })
    if (await stopPostmaster(folder, find)) return result
    throw new EmbeddedServerError(`PostgreSQL on ${folder.cluster} does not stop: nothing was changed.`)
  } finally {
    await serverLock.close()
  }
}
