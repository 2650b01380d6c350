// Saved views, shared by the team.

import type {
  SavedView,
  SavedViewCreate,
  SavedViewsQuery,
  SavedViewUpdate,
} from '../../contract/projects/views.ts'
import { conflict, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { isUniqueViolation } from '../../db/error-codes.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import {
  deleteViewRow,
  insertView,
  lockView,
  type SavedViewRow,
  selectViews,
  selectViewsOfUsers,
  updateViewRow,
} from '../../db/projects/saved-views.ts'
import { requireAsRead, requireUnchanged } from '../as-read.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page } from '../pages.ts'

const show = ({ created_at, ...row }: SavedViewRow): SavedView => ({
  ...row,
  created_at: created_at.toISOString(),
})

/** Without its filters: they may name an end user, whom the audit log would keep. */
const factsOf = ({ page, name }: SavedViewRow) => ({ page, name })

const nameTaken = (name: string) => conflict(`this page already has a view named ${JSON.stringify(name)}`)

export function listViews(
  deps: Deps,
  projectId: string,
  { page: of, ...query }: SavedViewsQuery,
): Promise<Paged<SavedView>> {
  return page(
    query,
    (at) => selectViews(deps.db, projectId, of ?? null, at),
    (row) => row.id,
    show,
  )
}

export async function createView(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { page, name, query }: SavedViewCreate,
): Promise<SavedView> {
  const row = { id: deps.newId(), page, name, query, created_by: actor, created_at: deps.now() }
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertView(tx, projectId, row))) throw nameTaken(name)
    await audit(tx, deps, projectId, { actor, action: 'view.saved', subjectId: row.id, facts: factsOf(row) })
  })
  return show(row)
}

export async function updateView(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  { expected_name, expected_query, ...change }: SavedViewUpdate,
): Promise<SavedView> {
  if (!isUuid(id)) throw notFound('view')
  try {
    return await inTransaction(deps.db, async (tx) => {
      const was = await lockView(tx, projectId, id)
      if (!was) throw notFound('view')
      requireAsRead(expected_name, was.name, 'this view was renamed')
      requireUnchanged(expected_query, was.query, 'the filters of this view were changed')
      const row = await updateViewRow(tx, projectId, id, change)
      await audit(tx, deps, projectId, {
        actor,
        action: 'view.changed',
        subjectId: row.id,
        facts: factsOf(row),
      })
      return show(row)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(change.name ?? '')
    throw error
  }
}

/** Returns the deleted view, so that it can be restored. */
export async function deleteView(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<SavedView> {
  return inTransaction(deps.db, async (tx) => {
    const row = isUuid(id) ? await deleteViewRow(tx, projectId, id) : undefined
    if (!row) throw notFound('view')
    await audit(tx, deps, projectId, {
      actor,
      action: 'view.deleted',
      subjectId: row.id,
      facts: factsOf(row),
    })
    return show(row)
  })
}

/** Views about one end user are deleted with them. */
export async function eraseViewsOf(tx: Tx, projectId: string, userId: string): Promise<void> {
  const views = await selectViewsOfUsers(tx, projectId)
  const theirs = views.filter(({ query }) => new URLSearchParams(query).get('user_id') === userId)
  for (const { id } of theirs) await deleteViewRow(tx, projectId, id)
}
