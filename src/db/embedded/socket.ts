// The place of PostgreSQL's Unix socket: in the cluster, which only its owner can enter, if the path is short enough
// for a socket.
import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { codeOf, EmbeddedServerError, messageOf } from './error.ts'
import type { OsUser } from './os-user.ts'

export const SOCKET_PORT = 5432
export const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`
const PATH_LIMIT = process.platform === 'darwin' ? 103 : 107

export function socketDirOf(cluster: string): string {
  if (process.platform === 'win32' || Buffer.byteLength(`${cluster}/${SOCKET_FILE}`) <= PATH_LIMIT)
    return cluster
  // Always /tmp, never TMPDIR: every process that shares the server must find the same folder.
  return `/tmp/fieldnote-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
}

type SocketPlace = { cluster: string; socketDir: string; osUser: OsUser | undefined }

// /tmp is shared: a folder that another user created under our name is not used.
export async function makeSocketDir({ cluster, socketDir, osUser }: SocketPlace): Promise<void> {
  if (socketDir === cluster) return
  try {
    const made = await mkdir(socketDir, { mode: 0o700 }).then(() => true, ignoreExisting)
    if (made && osUser) await chown(socketDir, osUser.uid, osUser.gid)
    const found = await lstat(socketDir)
    const uid = osUser?.uid ?? process.getuid?.()
    if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return
    throw new Error('it belongs to another user')
  } catch (error) {
    throw new EmbeddedServerError(
      `The path of ${cluster} is too long for a socket, and ${socketDir} cannot be used instead ` +
        `(${messageOf(error)}): choose a data folder with a shorter path.`,
    )
  }
}

// Fails if the next server already has its socket there, as intended.
export async function removeSocketDir({ cluster, socketDir }: Omit<SocketPlace, 'osUser'>): Promise<void> {
  if (socketDir !== cluster) await rmdir(socketDir).catch(() => undefined)
}

function ignoreExisting(error: unknown): false {
  if (codeOf(error) === 'EEXIST') return false
  throw error
}
