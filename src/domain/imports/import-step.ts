// One short step of an import or of its undoing: some rows become observations, or some observations are removed. Each
// step is one transaction, so after a kill the next step continues after the last commit.
import {
  deleteImportRows,
  selectImportedIds,
  type TakenRow,
  takeImportRows,
} from '../../db/imports/import-rows.ts'
import { lockOpenImport, noteRemoved, noteStored, type OpenImport } from '../../db/imports/imports.ts'
import { insertPosts, type NewPost } from '../../db/observations/insert-posts.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import type { Deps } from '../deps.ts'
import { removeObservations } from '../observations/remove-observations.ts'

const STORED_AT_ONCE = 250
const REMOVED_AT_ONCE = 250
const DROPPED_AT_ONCE = 2_000

/** A step of any import, or of the given one. False if there is nothing to do or another process is doing it. */
export function importStep(deps: Deps, only: string | null = null): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const open = await lockOpenImport(tx, only)
    if (!open) return false
    await (open.state === 'running' ? storeSome(tx, deps, open) : removeSome(tx, deps, open))
    return true
  })
}

async function storeSome(tx: Tx, deps: Deps, open: OpenImport): Promise<void> {
  const { found, last, taken } = await takeImportRows(tx, open, STORED_AT_ONCE)
  const now = deps.now()
  const posts = taken.map((row) => toPost(row, deps.newId(), now))
  const outcomes = await insertPosts(tx, open.project_id, posts, { importId: open.id })
  const stored = outcomes.filter((outcome) => outcome === 'stored').length
  const finished = found < STORED_AT_ONCE
  const step = { stored, duplicates: taken.length - stored, stored_to: last ?? open.stored_to, finished }
  await noteStored(tx, open, step, deps.now())
}

const toPost = (row: TakenRow, id: string, now: Date): NewPost => ({
  user_id: row.user_id,
  interaction_id: row.interaction_id,
  source: 'import',
  user_sentiment: row.user_sentiment,
  observed_at: row.observed_at ?? now,
  created_at: now,
  external_id: row.external_id ?? null,
  items: [
    { id, title: row.title, description: row.description, quote: row.quote ?? null, agent_issue: null },
  ],
})

async function removeSome(tx: Tx, deps: Deps, open: OpenImport): Promise<void> {
  if ((await deleteImportRows(tx, open, DROPPED_AT_ONCE)) > 0)
    return noteRemoved(tx, open, { removed: 0, finished: false }, deps.now())
  const ids = await selectImportedIds(tx, open, REMOVED_AT_ONCE)
  const removed = ids.length === 0 ? 0 : await removeObservations(tx, deps, open.project_id, ids)
  await noteRemoved(tx, open, { removed, finished: ids.length < REMOVED_AT_ONCE }, deps.now())
}
