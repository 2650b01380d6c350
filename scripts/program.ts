// The built program as real processes, for tests, benchmarks and screenshots: started, watched until ready, and ended by id.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b'

export type Env = Record<string, string>
export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }
export type Launched = {
  process: ChildProcess
  output: { stdout: string; stderr: string }
  /** All of the output, for messages. */
  said(): string
  ended: Promise<Ended>
  stop(signal?: NodeJS.Signals): Promise<Ended>
}
export type Service = Launched & { url: string }

export type Launch = {
  command?: string
  args: string[]
  env: Env
  cwd?: string
  uid?: number
  /** Where what it says on stderr goes; otherwise it is kept. */
  log?: 'inherit' | number
}

export function launch({
  command = process.execPath,
  args,
  env,
  cwd = tmpdir(),
  uid,
  log,
}: Launch): Launched {
  const { PATH = '', HOME = '' } = process.env
  const identity = uid === undefined ? {} : { uid, gid: uid }
  const child = spawn(command, args, {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', log ?? 'pipe'],
    detached: true, // a group of its own, so that what npm starts can be ended with it
    ...identity,
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (data) => {
      output[name] += data
    })
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, ...output })),
  )
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return { process: child, output, said: () => output.stdout + output.stderr, ended, stop }
}

/** With its address, once the service is ready. */
export async function ready(one: Launched): Promise<Service> {
  const address = () => /is ready at (\S+)\r?\n/.exec(one.output.stdout)?.[1]
  const isOver = () => one.process.exitCode !== null || one.process.signalCode !== null
  await until(
    () => address() !== undefined || isOver(),
    () => `the service is ready: ${one.said()}`,
  )
  const url = address()
  if (url === undefined) throw new Error(`it ended instead of starting: ${one.said()}`)
  return { ...one, url }
}

/** Ends what was started, with whatever it started itself. */
export async function endGroup({ process: { pid }, ended }: Launched): Promise<void> {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
  await ended
}

/** The PostgreSQL that runs on a data folder, if one does. */
export function postgresOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  return pid && commandOf(pid).includes('bin/postgres -D') ? pid : undefined
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export async function endPostgres(dataDir: string): Promise<void> {
  const pid = postgresOf(dataDir)
  if (pid === undefined) return
  process.kill(pid, 'SIGQUIT')
  await until(
    () => postgresOf(dataDir) === undefined,
    () => `PostgreSQL ${pid} ends`,
  )
}

export const pause = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms))

/** Waits on a condition; `what` says in the failure message what did not come. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: () => string,
  { patienceMs = 60_000, everyMs = 20 } = {},
): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s in vain: ${what()}`)
    await pause(everyMs)
  }
}
