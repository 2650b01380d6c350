// Which operating system user runs PostgreSQL, and how its programs are spawned as that user.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

// undefined: the user of this process. PostgreSQL refuses to run as root, so root always switches to another user.
export type OsUser = { uid: number; gid: number } | undefined

const NOBODY = { uid: 65534, gid: 65534 }

// Root gives PostgreSQL to the owner of the cluster, else to the owner of the data folder, else to `nobody`:
// a folder used by a person stays usable by that person after one `sudo`.
export async function chooseOsUser(dataDir: string, cluster: string): Promise<OsUser> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await ownerOf(cluster)
  if (owner && owner.uid !== 0) return owner
  const passwd = await readPasswd()
  const keeper = await ownerOf(dataDir)
  if (keeper && keeper.uid !== 0 && [...passwd.values()].some((user) => user.uid === keeper.uid))
    return keeper
  return passwd.get('nobody') ?? NOBODY
}

export async function ownerOf(path: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && { uid: found.uid, gid: found.gid }
}

async function readPasswd(): Promise<Map<string, { uid: number; gid: number }>> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const rows = text.split('\n').map((line) => line.split(':'))
  // macOS writes nobody as -2: chown and stat speak of it as 4294967294.
  const users = rows.map(
    ([name, , uid, gid]) => [name ?? '', { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] as const,
  )
  return new Map(users.filter(([name]) => name !== '' && !name.startsWith('#')))
}

export async function giveTo(osUser: OsUser, folder: string): Promise<void> {
  if (!osUser) return
  await lchown(folder, osUser.uid, osUser.gid)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), osUser.uid, osUser.gid)
}

// A fixed environment: PGOPTIONS, PGPORT, LD_LIBRARY_PATH or a locale of the caller must not reach PostgreSQL.
// TZ also spares initdb the search for the system's time zone.
const UNIX_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export function spawnAs(
  osUser: OsUser,
  program: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  return spawn(program, args, {
    ...options,
    windowsHide: true,
    ...(process.platform === 'win32' ? {} : { env: UNIX_ENVIRONMENT }),
    ...(osUser ? { uid: osUser.uid | 0, gid: osUser.gid | 0 } : {}),
  })
}

// Runs a program to its end; throws if it could not be started.
export async function runAs(osUser: OsUser, program: string, args: string[], cwd: string) {
  let output = ''
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawnAs(osUser, program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
