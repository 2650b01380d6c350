// Questions about other processes of this machine.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf } from './error.ts'

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

// The command line, and not /proc/<pid>/cwd: the latter is closed to root in a container without
// CAP_SYS_PTRACE. A zombie has an empty one, and so does not count as running.
export async function commandLineOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => ({ stdout: '' }),
  )
  return stdout.split(' -c ').map((part) => part.trim())
}

// True as soon as the condition holds, false at the deadline.
export async function until(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) return false
    await pause(POLL_MS)
  }
  return true
}

// Reading postmaster.pid takes 0.1 ms, so a short interval costs nothing and a start of 25 ms is seen early.
export const POLL_MS = 10
