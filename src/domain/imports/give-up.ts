// Removes a file that did not arrive completely, in chunks: it may have been a million rows.
import { deleteImportRows } from '../../db/imports/import-rows.ts'
import { deleteUnreceivedImport, selectImportsUnreceivedSince } from '../../db/imports/imports.ts'
import type { Deps } from '../deps.ts'

const AT_ONCE = 5_000
const GIVEN_UP_AFTER_MS = 10 * 60_000

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
