// Tags: creating, reading, changing and deleting them.
import type { PageQuery } from '../../contract/pages.ts'
import { conflict, notFound } from '../../contract/refusal.ts'
import type { TagCreate, TagDetail, TagUpdate } from '../../contract/tags/tags.ts'
import { isUuid } from '../../contract/validate.ts'
import { lockDigestState } from '../../db/digest/digest-states.ts'
import { isUniqueViolation } from '../../db/error-codes.ts'
import { pauseTargetsOfTag } from '../../db/integrations/targets.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { lockProject } from '../../db/projects/projects.ts'
import {
  type CountedTag,
  deleteTagRow,
  insertTag,
  lockTag,
  selectAllTags,
  selectTag,
  selectTags,
  type TagRow,
  updateTagRow,
} from '../../db/tags/tags.ts'
import { requireAsRead } from '../as-read.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page } from '../pages.ts'

const show = ({ created_at, updated_at, ...tag }: CountedTag): TagDetail => ({
  ...tag,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const labelTaken = (label: string) =>
  conflict(`the project already has a tag labeled ${JSON.stringify(label)}`)

export async function createTag(
  deps: Deps,
  actor: Actor,
  projectId: string,
  wanted: TagCreate,
): Promise<TagDetail> {
  const now = deps.now()
  const { label, config = {} } = wanted
  const row = { id: deps.newId(), label, config, created_at: now, updated_at: now }
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertTag(tx, projectId, row))) throw labelTaken(label)
    await audit(tx, deps, projectId, { actor, action: 'tag.created', subjectId: row.id, facts: { label } })
  })
  return show({ ...row, observation_count: 0 })
}

export async function getTag(deps: Deps, projectId: string, id: string): Promise<TagDetail> {
  const row = isUuid(id) ? await selectTag(deps.db, projectId, id) : undefined
  if (!row) throw notFound('tag')
  return show(row)
}

/** Accepts a tag's id, or its label in any case, and returns the id. */
export async function findTag(deps: Deps, projectId: string, named: string): Promise<string> {
  const plain = named.trim().toLowerCase()
  const tags = await selectAllTags(deps.db, projectId)
  const tag = tags.find(({ id, label }) => id === plain || label.toLowerCase() === plain)
  if (!tag) throw notFound('tag')
  return tag.id
}

export function listTags(deps: Deps, projectId: string, query: PageQuery): Promise<Paged<TagDetail>> {
  return page(
    query,
    (at) => selectTags(deps.db, projectId, at),
    (row) => row.id,
    show,
  )
}

export async function updateTag(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  { expected_label, ...change }: TagUpdate,
): Promise<TagDetail> {
  return inTransaction(deps.db, async (tx) => {
    const was = isUuid(id) ? await lockTag(tx, projectId, id) : undefined
    if (!was) throw notFound('tag')
    requireAsRead(expected_label, was.label, 'this tag was renamed')
    const row = await writeTag(tx, deps, projectId, was.id, change)
    const facts = { ...changedFields(was, row), label: row.label }
    await audit(tx, deps, projectId, { actor, action: 'tag.changed', subjectId: was.id, facts })
    return show(row)
  })
}

/** The previous value of each changed field. The label is always included. */
function changedFields(was: TagRow, row: TagRow): { was?: Partial<TagRow> } {
  const fields = (['label', 'config'] as const).filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(row[field]),
  )
  return fields.length === 0 ? {} : { was: Object.fromEntries(fields.map((field) => [field, was[field]])) }
}

async function writeTag(tx: Tx, { now }: Deps, projectId: string, id: string, change: TagUpdate) {
  try {
    return (await updateTagRow(tx, projectId, id, change, now())) as CountedTag
  } catch (error) {
    if (isUniqueViolation(error)) throw labelTaken(change.label ?? '')
    throw error
  }
}

export async function deleteTag(deps: Deps, actor: Actor, projectId: string, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockProject(tx, projectId) // so that a change that limits a target to this tag waits and then finds it gone
    await lockDigestState(tx, projectId) // before the tag's row, in the order of the digest, which may be matching this tag
    const label = isUuid(id) ? await deleteTagRow(tx, projectId, id) : undefined
    if (label === undefined) throw notFound('tag')
    await pauseTargetsOfTag(tx, projectId, id, `The tag “${label}” was deleted.`, deps.now())
    await audit(tx, deps, projectId, { actor, action: 'tag.deleted', subjectId: id, facts: { label } })
  })
}
