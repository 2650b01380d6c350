// What `fieldnote serve` starts: everything in this process, a part of it, or several processes.
import type { Config } from '../config.ts'
import { type ProcessRole, startProcesses } from './processes.ts'
import { type Service, startService, startWorker } from './service.ts'

export const ROLES = ['all', 'api', 'worker'] as const
export type ServeOptions = { role: (typeof ROLES)[number]; processes: number }

export async function serve(config: Config, { role, processes }: ServeOptions): Promise<Service> {
  if (processes > 1) return startProcesses(rolesOf(config, role, processes))
  if (role === 'worker') return startWorker(config)
  return startService(role === 'api' ? { ...config, digestThreads: 0 } : config)
}

/** With `all`, one more process runs the digest, so that the others only answer calls. */
function rolesOf(
  { digestThreads }: Config,
  role: ServeOptions['role'],
  processes: number,
): [ProcessRole, ...ProcessRole[]] {
  const each: ProcessRole = role === 'worker' ? 'worker' : 'api'
  const others = Array<ProcessRole>(processes - 1).fill(each)
  return role === 'all' && digestThreads > 0 ? [each, ...others, 'worker'] : [each, ...others]
}
