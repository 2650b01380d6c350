// The commands migrate, project, key and redigest, on the service's database, whether the service is running or not.
import type { Config } from '../config.ts'
import { COMMAND_LINE } from '../domain/audit/audit.ts'
import { getDigest, restartDigest } from '../domain/digest/manage-digest.ts'
import { all } from '../domain/pages.ts'
import { createKey, listKeys, revokeKey } from '../domain/projects/manage-keys.ts'
import { createProject, getProject, listProjects } from '../domain/projects/manage-projects.ts'
import { withDatabase } from './database.ts'
import { type Output, print } from './output.ts'

export function migrateCommand(config: Config, { json }: Output): Promise<void> {
  return withDatabase(config, async (_deps, applied) => {
    const text = applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`
    process.stdout.write(json ? `${JSON.stringify({ applied })}\n` : `${text}\n`)
  })
}

const PROJECT_COLUMNS = ['id', 'name', 'created_at'] as const
const KEY_COLUMNS = [
  'id',
  'name',
  'prefix',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const

export function projectCreate(config: Config, name: string, output: Output): Promise<void> {
  return withDatabase(config, async (deps) =>
    print(await createProject(deps, COMMAND_LINE, name, null), [...PROJECT_COLUMNS], output),
  )
}

export function projectList(config: Config, output: Output): Promise<void> {
  return withDatabase(config, async (deps) => {
    const projects = await listed(all((query) => listProjects(deps, query)))
    print(projects, [...PROJECT_COLUMNS], output)
  })
}

export type NewKeyOptions = { project: string; name: string; expiresAt?: string }

export function keyCreate(
  config: Config,
  { project, name, expiresAt }: NewKeyOptions,
  output: Output,
): Promise<void> {
  return withDatabase(config, async (deps) => {
    const { id } = await getProject(deps, project)
    const created = await createKey(deps, COMMAND_LINE, id, { name, expires_at: expiresAt ?? null })
    print(created, ['id', 'name', 'key'], output)
  })
}

export function keyList(config: Config, project: string, output: Output): Promise<void> {
  return withDatabase(config, async (deps) => {
    const { id } = await getProject(deps, project)
    print(await listed(all((query) => listKeys(deps, id, query))), [...KEY_COLUMNS], output)
  })
}

export function keyRevoke(config: Config, project: string, keyId: string, output: Output): Promise<void> {
  return withDatabase(config, async (deps) => {
    const { id } = await getProject(deps, project)
    print(await revokeKey(deps, COMMAND_LINE, id, keyId), ['id', 'name', 'revoked_at'], output)
  })
}

/** Requests that everything be digested again; the workers of a running service do it step by step. */
export function redigest(config: Config, project: string, output: Output): Promise<void> {
  return withDatabase(config, async (deps) => {
    const { id } = await getProject(deps, project)
    await restartDigest(deps, COMMAND_LINE, id)
    const { pending, pending_at_least, redigesting } = await getDigest(deps, id)
    const progress = { pending: pending + (redigesting?.total ?? 0), at_least: pending_at_least }
    print(
      { project: id, ...progress },
      ['project', 'pending', ...(pending_at_least ? ['at_least' as const] : [])],
      output,
    )
  })
}

async function listed<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const row of rows) items.push(row)
  return items
}
