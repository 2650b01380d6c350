// Makes the cluster, once: initdb fills a folder next to the final name, which is renamed when complete.
// A killed initdb leaves a folder that PostgreSQL would start from, so it must never have that name.
import { randomBytes } from 'node:crypto'
import { open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, EmbeddedServerError, messageOf, USE_YOUR_OWN } from './error.ts'
import { type DataFolder, hasCluster } from './folder.ts'
import { giveTo, type OsUser, runAs } from './os-user.ts'
import { finishSwap } from './swap.ts'
import { remove, startUnfinished, sweepUnfinished } from './unfinished.ts'

// Written to postgresql.conf, so that an operator can change them there. With these, the idle server takes
// 25 MB (PSS, all processes), with ten connections 41 MB, after loading 110 MB 59 to 68 MB.
const SETTINGS = {
  max_connections: '100',
  shared_buffers: '64MB',
  huge_pages: 'off',
  // The default of PostgreSQL 18 keeps three more processes for reading ahead.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  jit: 'off',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

export async function ensureCluster(folder: DataFolder, findBinaries: () => Promise<string>): Promise<void> {
  await sweepUnfinished(folder.cluster)
  await finishSwap(folder)
  if (await hasCluster(folder)) return
  const binaries = await findBinaries()
  const work = await startUnfinished(folder.cluster)
  try {
    await giveTo(folder.osUser, work)
    await initialize(join(binaries, 'bin', 'initdb'), work, folder)
    await rename(work, folder.cluster)
    await syncFolder(folder.dataDir)
  } catch (error) {
    await remove(work)
    // Another process was first; its cluster is as good as ours.
    if (!(await hasCluster(folder))) throw describe(error, folder)
  }
}

async function initialize(initdb: string, work: string, { dataDir, osUser }: DataFolder): Promise<void> {
  const args = ['-D', clusterArgument(osUser, work), '--username=fieldnote', '--encoding=UTF8']
  // The builtin provider sorts and folds case by code point, the same on every system and after every upgrade.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  for (const [name, value] of Object.entries(SETTINGS)) args.push('--set', `${name}=${value}`)
  args.push(...(process.platform === 'win32' ? await passwordArguments(dataDir) : ['--auth=trust']))
  // initdb syncs its files before it ends (0.1 of 0.85 s here): PostgreSQL never would afterwards.
  const { code, output } = await runAs(osUser, initdb, args, work)
  if (code !== 0) throw new Error(causeIn(output))
}

// The user that root chose may not be able to walk to the cluster (a clone under a 0700 home), but a process keeps its
// working directory across a change of user, and Linux shows that directory under a path of its own.
export function clusterArgument(osUser: OsUser, cluster: string): string {
  return osUser && process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

// Windows has no private socket: PostgreSQL listens on 127.0.0.1 and asks for a password.
export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}

async function passwordArguments(dataDir: string): Promise<string[]> {
  const file = passwordFile(dataDir)
  await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  return ['--auth=scram-sha-256', `--pwfile=${file}`]
}

export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

// The cause precedes the last line, which reports the cleanup.
const CAUSE = /^.*?\b(FATAL|PANIC|ERROR|error):\s*/

function causeIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const named = lines.find((line) => CAUSE.test(line))
  return (
    named?.replace(CAUSE, '') ??
    lines.filter((line) => line !== '').at(-1) ??
    'initdb failed without a message'
  )
}

function describe(error: unknown, { cluster }: DataFolder): Error {
  if (error instanceof EmbeddedServerError) return error
  const reason = messageOf(error)
  const advice = /could not look up effective user ID/.test(reason)
    ? 'give this user an entry in /etc/passwd, run as another user'
    : 'see to that and start again, choose another data folder'
  return new EmbeddedServerError(
    `The database in ${cluster} could not be created (${reason}): ${advice}, or ${USE_YOUR_OWN}.`,
    { cause: error },
  )
}
