// A project's own guidelines: read with the defaults beside them, changed by adding a version.
import type { GuidelinesDetail, GuidelinesVersion, PageQuery } from '../contract/admin.ts'
import type { GuidelinesUpdate } from '../contract/guidelines.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/refusal.ts'
import {
  type GuidelineRow,
  insertGuideline,
  lockGuidelines,
  selectGuideline,
  selectGuidelineVersions,
} from '../db/guidelines.ts'
import { inTransaction } from '../db/pool.ts'
import { DEFAULT_GUIDELINES } from './default-guidelines.ts'
import type { Deps } from './deps.ts'
import type { Paged } from './pages.ts'

const show = (row: GuidelineRow | undefined): GuidelinesDetail => ({
  version: row?.version ?? 0,
  observations: row?.observations ?? null,
  research: row?.research ?? null,
  updated_at: row?.created_at.toISOString() ?? null,
  defaults: DEFAULT_GUIDELINES,
})

export async function readGuidelines(deps: Deps, projectId: string): Promise<GuidelinesDetail> {
  return show(await selectGuideline(deps.db, projectId))
}

/** A text left out stays as it is; null goes back to the default. */
export async function changeGuidelines(
  deps: Deps,
  projectId: string,
  change: GuidelinesUpdate,
): Promise<GuidelinesDetail> {
  return inTransaction(deps.db, async (tx) => {
    await lockGuidelines(tx, projectId)
    const current = await selectGuideline(tx, projectId)
    const next: GuidelineRow = {
      version: (current?.version ?? 0) + 1,
      observations: change.observations === undefined ? (current?.observations ?? null) : change.observations,
      research: change.research === undefined ? (current?.research ?? null) : change.research,
      created_at: deps.now(),
    }
    await insertGuideline(tx, projectId, next)
    return show(next)
  })
}

/** Newest first; the cursor is a version number. */
export async function listGuidelineVersions(
  deps: Deps,
  projectId: string,
  query: PageQuery,
): Promise<Paged<GuidelinesVersion>> {
  const limit = query.limit ?? LIMITS.pageSize
  const rows = await selectGuidelineVersions(deps.db, projectId, beforeVersion(query.cursor), limit + 1)
  const items = rows
    .slice(0, limit)
    .map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? String(last.version) : null }
}

function beforeVersion(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw invalid([{ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' }])
}
