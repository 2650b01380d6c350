// Starts the PostgreSQL server process and reports why it ended, if it does.
import type { ChildProcess } from 'node:child_process'
import { closeSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { clusterArgument } from './cluster.ts'
import type { DataFolder } from './folder.ts'
import { openLog } from './log-file.ts'
import { spawnAs } from './os-user.ts'
import { clusterMark, discardStaleLocks } from './postmaster.ts'
import { makeSocketDir, SOCKET_PORT } from './socket.ts'

const LEAST_FREE_BYTES = 65_536

export type Launch = {
  // undefined while the process runs. Without a failure, it was stopped or killed and may be started again.
  end(): Promise<{ failure: string | undefined } | undefined>
}

export async function launch(folder: DataFolder, binaries: string, port: number): Promise<Launch> {
  await makeSocketDir(folder)
  await discardStaleLocks(folder)
  const log = await openLog(folder)
  const child = spawnAs(folder.osUser, join(binaries, 'bin', 'postgres'), serverArguments(folder, port), {
    cwd: folder.cluster,
    // A separate session: Ctrl-C in the terminal reaches only Fieldnote, which stops PostgreSQL in order.
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  return watch(child, folder.logFile)
}

function serverArguments({ cluster, socketDir, osUser }: DataFolder, port: number): string[] {
  const settings = [
    'cluster_name=fieldnote',
    `port=${port}`,
    ...(process.platform === 'win32'
      ? ['listen_addresses=127.0.0.1']
      : [
          'listen_addresses=',
          // Relative to the cluster, which that user may not reach by its full path.
          `unix_socket_directories=${socketDir === cluster ? '.' : socketDir}`,
          'unix_socket_permissions=0700',
        ]),
    clusterMark(cluster),
  ]
  return ['-D', clusterArgument(osUser, cluster), ...settings.flatMap((setting) => ['-c', setting])]
}

function watch(child: ChildProcess, logFile: string): Launch {
  let spawnError: Error | undefined
  child.once('error', (error) => {
    spawnError = error
  })
  return {
    end: async () => {
      if (spawnError) return { failure: spawnError.message }
      if (child.signalCode !== null || child.exitCode === 0) return { failure: undefined }
      return child.exitCode === null ? undefined : { failure: await lastWords(logFile, child.pid) }
    },
  }
}

// Lines contain the process id in brackets, so other servers' lines in the file are ignored.
async function lastWords(logFile: string, pid: number | undefined): Promise<string> {
  if (await isDiskFull(logFile)) return 'its disk is full: free some space and start again'
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).split('\n')
  const own = lines.filter((line) => line.includes(` [${pid}] FATAL:`)).at(-1)
  return own?.replace(/^.*FATAL:\s*/, '') ?? `it ended at once; see the end of ${logFile}`
}

// The log then ends in the middle of a line, or before the server's message.
async function isDiskFull(path: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize < LEAST_FREE_BYTES
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : SOCKET_PORT
}
