// Imports, as the team follows and undoes them.
import type { Import, ImportDetail } from '../../contract/imports/imports.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { conflict, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { selectImportErrors } from '../../db/imports/import-rows.ts'
import { beginUndoing, type ImportRow, selectImport, selectImports } from '../../db/imports/imports.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { ExportTable } from '../export.ts'
import { type Paged, page } from '../pages.ts'

export const showImport = ({ created_at, finished_at, ...row }: ImportRow): Import => ({
  ...row,
  created_at: created_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
})

export function listImports(deps: Deps, projectId: string, query: PageQuery): Promise<Paged<Import>> {
  return page(
    query,
    (at) => selectImports(deps.db, projectId, at),
    (row) => row.id,
    showImport,
  )
}

export async function getImport(deps: Deps, projectId: string, id: string): Promise<ImportDetail> {
  const row = await requireImport(deps.db, projectId, id)
  const errors = await selectImportErrors(deps.db, projectId, id, { after: 0, limit: LIMITS.importReasons })
  return { ...showImport(row), reasons: errors.map(({ number, reason }) => ({ row: number, reason })) }
}

async function requireImport(tx: Tx, projectId: string, id: string): Promise<ImportRow> {
  const row = isUuid(id) ? await selectImport(tx, projectId, id) : undefined
  if (!row) throw notFound('import')
  return row
}

/** After this commit nothing more is stored; a worker removes what was. */
export function undoImport(deps: Deps, actor: Actor, projectId: string, id: string): Promise<Import> {
  return inTransaction(deps.db, async (tx) => {
    const { name, state } = await requireImport(tx, projectId, id)
    const undoing = await beginUndoing(tx, projectId, id, deps.now())
    if (!undoing) throw conflict(WHY_NOT[state] ?? 'this import changed just now; try again')
    const facts = { name, observations: undoing.stored }
    await audit(tx, deps, projectId, { actor, action: 'import.undone', subjectId: id, facts })
    return showImport(undoing)
  })
}

const WHY_NOT: Partial<Record<ImportRow['state'], string>> = {
  receiving: 'this file is still being received; stop sending it instead',
  undoing: 'this import is already being undone',
  undone: 'this import has already been undone',
}

const ERRORS_AT_ONCE = 1_000

/** Every refused row, in the order of the file. */
export async function exportImportErrors(deps: Deps, projectId: string, id: string): Promise<ExportTable> {
  await requireImport(deps.db, projectId, id)
  return { columns: ['row', 'reason'], rows: errorsOf(deps, projectId, id) }
}

async function* errorsOf(deps: Deps, projectId: string, id: string) {
  for (let after = 0; ; ) {
    const errors = await selectImportErrors(deps.db, projectId, id, { after, limit: ERRORS_AT_ONCE })
    for (const { number, reason } of errors) yield { row: number, reason }
    if (errors.length < ERRORS_AT_ONCE) return
    after = errors.at(-1)?.number ?? after
  }
}
