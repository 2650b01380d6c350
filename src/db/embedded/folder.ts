// The layout of the data folder, and whether it is usable.
import { constants, existsSync, statSync } from 'node:fs'
import { access, mkdir, readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf, EmbeddedServerError, messageOf, USE_YOUR_OWN } from './error.ts'
import { chooseOsUser, giveTo, type OsUser, ownerOf } from './os-user.ts'
import { socketDirOf } from './socket.ts'

export const POSTGRES_MAJOR = '18'

export type DataFolder = {
  dataDir: string
  cluster: string
  socketDir: string
  logFile: string
  osUser: OsUser
}

export async function openDataFolder(path: string): Promise<DataFolder> {
  const dataDir = await makeWritable(resolve(path))
  const cluster = join(dataDir, 'postgres')
  const osUser = await chooseOsUser(dataDir, cluster)
  return {
    dataDir,
    cluster,
    socketDir: socketDirOf(cluster),
    logFile: join(dataDir, 'postgres.log'),
    osUser,
  }
}

async function makeWritable(path: string): Promise<string> {
  try {
    await makeFolder(path)
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (error) {
    throw new EmbeddedServerError(describeUnusable(path, error), { cause: error })
  }
}

// Not with `recursive`, which reports "no such file" on a read-only file system and never returns where nothing can be
// created, as in /proc.
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (isFolder(path)) return
    if (codeOf(error) !== 'ENOENT' || isFolder(dirname(path))) throw error
    await makeFolder(dirname(path))
    await makeFolder(path)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function describeUnusable(path: string, error: unknown): string {
  const choose = `choose another data folder, or ${USE_YOUR_OWN}`
  const { path: at = path } = error as NodeJS.ErrnoException
  if (codeOf(error) === 'EEXIST' && !existsSync(at))
    return `The data folder ${path} contains a link to a missing target: mount or create it, ${choose}.`
  switch (codeOf(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder ${path} is a file or lies below one: ${choose}.`
    case 'EACCES':
    case 'EPERM':
      return `The data folder ${path} is not writable by this user: change its permissions, ${choose}.`
    case 'EROFS':
      return `The data folder ${path} is on a read-only file system: ${choose}.`
    default:
      return `The data folder ${path} cannot be used (${messageOf(error)}): ${choose}.`
  }
}

// False if there is no cluster yet. Throws if the existing one must not be started.
export async function hasCluster({ cluster, osUser }: DataFolder): Promise<boolean> {
  const owner = await ownerOf(cluster)
  if (!owner) return false
  const uid = process.getuid?.()
  if (uid !== undefined && uid !== 0 && owner.uid !== uid) {
    throw new EmbeddedServerError(
      `The database in ${cluster} belongs to user id ${owner.uid}, but Fieldnote runs as ${uid}: ` +
        `run it as the same user as before (root may too), or as root: chown -R ${uid} ${cluster}`,
    )
  }
  const version = await majorOf(cluster)
  if (version === undefined) return refuseUnlessEmpty(cluster)
  if (version !== POSTGRES_MAJOR) {
    throw new EmbeddedServerError(
      `The database in ${cluster} was created by PostgreSQL ${version}, but this Fieldnote contains ${POSTGRES_MAJOR}: ` +
        'run `fieldnote upgrade-database`, which copies it to a new one and keeps the old one.',
    )
  }
  // Files owned by root, for example restored from a backup by root.
  if (osUser && owner.uid === 0) await giveTo(osUser, cluster)
  return true
}

// The PostgreSQL version of a cluster; undefined if there is none.
export async function majorOf(cluster: string): Promise<string | undefined> {
  return (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined))?.trim()
}

async function refuseUnlessEmpty(cluster: string): Promise<false> {
  if ((await readdir(cluster).catch(() => ['?'])).length === 0) return false
  throw new EmbeddedServerError(
    `${cluster} is not a PostgreSQL database (it has no PG_VERSION): move it away, or choose another data folder.`,
  )
}
