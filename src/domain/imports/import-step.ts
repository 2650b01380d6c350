// One short step of an import or of its undoing: some rows become observations, or some observations are removed. Each
// step is one transaction, so after a kill the next step continues after the last commit.
import {
  deleteImportRows,
  selectImportedIds,
  type TakenRow,
  takeImportRows,
} from '../../db/imports/import-rows.ts'
import {
  deleteUnreceivedImport,
  lockOpenImport,
  noteRemoved,
  noteStored,
  type OpenImport,
  selectImportsUnreceivedSince,
} from '../../db/imports/imports.ts'
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

const AT_ONCE = 5_000
const GIVEN_UP_AFTER_MS = 10 * 60_000

/** Removes a file that did not arrive completely, in chunks: it may have been a million rows. */
export async function giveUpImport({ db }: Deps, projectId: string, id: string): Promise<void> {
  for (const table of ['import_row', 'import_error'] as const)
    while ((await deleteImportRows(db, { project_id: projectId, id }, AT_ONCE, table)) === AT_ONCE);
  await deleteUnreceivedImport(db, projectId, id)
}

/** Their senders disconnected, or the process that received them was killed. */
export async function giveUpUnreceived(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - GIVEN_UP_AFTER_MS)
  for (const { project_id, id } of await selectImportsUnreceivedSince(deps.db, before))
    await giveUpImport(deps, project_id, id)
}
