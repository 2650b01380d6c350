// Tags, as administrators handle them.
import type { PageQuery, TagDetail } from '../contract/admin.ts'
import { conflict, notFound } from '../contract/refusal.ts'
import type { TagCreate, TagUpdate } from '../contract/tags.ts'
import { isUuid } from '../contract/validate.ts'
import { lockDigestState } from '../db/digest-states.ts'
import { inTransaction } from '../db/pool.ts'
import { deleteTag, insertTag, selectTag, selectTags, type TagRow, updateTag } from '../db/tags.ts'
import type { Deps } from './deps.ts'
import { type Paged, page } from './pages.ts'

const show = ({ id, label, config, created_at, updated_at }: TagRow): TagDetail => ({
  id,
  label,
  config,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const labelTaken = (label: string) =>
  conflict(`the project already has a tag labelled ${JSON.stringify(label)}`)

export async function createTag(deps: Deps, projectId: string, wanted: TagCreate): Promise<TagDetail> {
  const now = deps.now()
  const { label, config = {} } = wanted
  const row = { id: deps.newId(), label, config, created_at: now, updated_at: now }
  if (!(await insertTag(deps.db, projectId, row))) throw labelTaken(label)
  return show(row)
}

export async function findTag(deps: Deps, projectId: string, id: string): Promise<TagDetail> {
  const row = isUuid(id) ? await selectTag(deps.db, projectId, id) : undefined
  if (!row) throw notFound('tag')
  return show(row)
}

export function listTags(deps: Deps, projectId: string, query: PageQuery): Promise<Paged<TagDetail>> {
  return page(
    query,
    (at) => selectTags(deps.db, projectId, at),
    (row) => row.id,
    show,
  )
}

export async function changeTag(
  deps: Deps,
  projectId: string,
  id: string,
  change: TagUpdate,
): Promise<TagDetail> {
  const row = isUuid(id) ? await writeTag(deps, projectId, id, change) : undefined
  if (!row) throw notFound('tag')
  return show(row)
}

async function writeTag(deps: Deps, projectId: string, id: string, change: TagUpdate) {
  try {
    return await updateTag(deps.db, projectId, id, change, deps.now())
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw labelTaken(change.label ?? '')
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'

export async function removeTag(deps: Deps, projectId: string, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockDigestState(tx, projectId) // a batch that is just matching this tag would wait for us, and we for it
    if (!isUuid(id) || !(await deleteTag(tx, projectId, id))) throw notFound('tag')
  })
}
