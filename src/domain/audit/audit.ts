// Who changed what: written in the transaction of the change, read newest first.

import type { AuditEntry } from '../../contract/audit/audit.ts'
import type { PageQuery } from '../../contract/pages.ts'
import {
  type AuditFilter,
  type AuditRowInContext,
  insertAudit,
  selectAudit,
} from '../../db/audit/audit-log.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page } from '../pages.ts'

/** The person or program behind a change. */
export type Actor = string
export const MACHINE: Actor = 'machine'
export const COMMAND_LINE: Actor = 'command line'

export type NewAuditEntry = {
  actor: Actor
  action: string
  subjectId: string | null
  facts?: Record<string, unknown>
}

type Maker = Pick<Deps, 'now' | 'newId'>

export const audit = (tx: Tx, maker: Maker, projectId: string, entry: NewAuditEntry): Promise<void> =>
  auditAll(tx, maker, projectId, [entry])

export function auditAll(
  tx: Tx,
  { now, newId }: Maker,
  projectId: string,
  entries: NewAuditEntry[],
): Promise<void> {
  const rows = entries.map(({ actor, action, subjectId, facts = {} }) => ({
    id: newId(),
    at: now(),
    actor,
    action,
    subject_id: subjectId,
    facts,
  }))
  return insertAudit(tx, projectId, rows)
}

const show = ({
  id,
  at,
  actor,
  action,
  subject_id,
  subject_title,
  issues,
  facts,
}: AuditRowInContext): AuditEntry => ({
  id,
  at: at.toISOString(),
  actor,
  action,
  subject_id,
  subject_title,
  issues,
  facts,
})

export function listAudit(
  deps: Deps,
  projectId: string,
  filter: AuditFilter,
  query: PageQuery,
): Promise<Paged<AuditEntry>> {
  return page(
    query,
    (at) => selectAudit(deps.db, projectId, filter, at),
    (row) => row.id,
    show,
  )
}
