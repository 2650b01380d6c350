// Makes sure at start that there is a project, and a key for it.

import { lockUntilCommit } from '../../db/advisory-locks.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { insertApiKey, selectApiKeyByHash } from '../../db/projects/api-keys.ts'
import { countProjects, insertProject, selectProject } from '../../db/projects/projects.ts'
import type { Deps } from '../deps.ts'
import { hashApiKey, makeApiKey, shownPrefix } from './api-key-format.ts'

export class BootstrapError extends Error {}

export type Wanted = { projectId: string | null; apiKey: string | null }

/** What this start created and still has to show. */
export type FirstProject = { projectId: string; apiKey: string }

/** Null if nothing has to be shown. */
export async function bootstrap(deps: Deps, wanted: Wanted): Promise<FirstProject | null> {
  return inTransaction(deps.db, async (tx) => {
    await lockUntilCommit(tx, 'firstProject')
    const { projectId, apiKey } = wanted
    if (projectId === null && (await countProjects(tx)) > 0) return null
    const id = projectId ?? deps.newId()
    const created = await insertProject(tx, { id, name: 'My project', created_at: deps.now() })
    if (!created && !(await selectProject(tx, id)))
      throw new BootstrapError(
        'BOOTSTRAP_PROJECT_ID is a deleted project that is still being removed: choose another id.',
      )
    if (apiKey !== null) await storeKey(tx, deps, id, apiKey)
    return created && apiKey === null ? { projectId: id, apiKey: await makeKey(tx, deps, id) } : null
  })
}

async function makeKey(tx: Tx, deps: Deps, projectId: string): Promise<string> {
  const key = makeApiKey()
  await storeKey(tx, deps, projectId, key)
  return key
}

/** An existing key is left alone: a start never revives a revoked key. */
async function storeKey(tx: Tx, deps: Deps, projectId: string, key: string): Promise<void> {
  const hash = hashApiKey(key)
  const identity = { id: deps.newId(), project_id: projectId, name: 'First key', prefix: shownPrefix(key) }
  const times = { created_at: deps.now(), expires_at: null, revoked_at: null, last_used_at: null }
  if (await insertApiKey(tx, { ...identity, ...times, hash })) return
  const existing = await selectApiKeyByHash(tx, hash)
  if (existing?.project_id !== projectId)
    throw new BootstrapError('BOOTSTRAP_API_KEY belongs to another project: choose another key or project.')
}
