// A project's own guidelines: read together with the defaults, changed by adding a version.
import type {
  GuidelinesDetail,
  GuidelinesUpdate,
  GuidelinesVersion,
} from '../../contract/guidelines/guidelines.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { invalid, notFound } from '../../contract/refusal.ts'
import { selectGuidelineFetches, selectKnownIssuesFetches } from '../../db/guidelines/guideline-fetches.ts'
import {
  type GuidelineRow,
  insertGuideline,
  lockGuidelines,
  selectGuideline,
  selectGuidelineVersions,
} from '../../db/guidelines/guidelines.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { type ProjectRow, selectProject } from '../../db/projects/projects.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { Paged } from '../pages.ts'
import { defaultGuidelines } from './default-guidelines.ts'
import { readKnownIssues } from './known-issues.ts'

const VERSIONS_COUNTED = 100
const LISTS_COUNTED = 20

async function show(
  tx: Tx,
  projectId: string,
  row: GuidelineRow | undefined,
  now: Date,
): Promise<GuidelinesDetail> {
  const fetches = await selectGuidelineFetches(tx, projectId, VERSIONS_COUNTED)
  const project = await selectProject(tx, projectId)
  if (!project) throw notFound('project')
  return {
    version: row?.version ?? 0,
    observations: row?.observations ?? null,
    research: row?.research ?? null,
    updated_at: row?.created_at.toISOString() ?? null,
    updated_by: row?.created_by ?? null,
    defaults: defaultGuidelines(project),
    fetches: fetches.map(withTime),
    known_issues: await showKnownIssues(tx, project, now),
  }
}

async function showKnownIssues(
  tx: Tx,
  { id, share_known_issues }: ProjectRow,
  now: Date,
): Promise<GuidelinesDetail['known_issues']> {
  const known = await readKnownIssues(tx, id, now)
  const fetches = await selectKnownIssuesFetches(tx, id, LISTS_COUNTED)
  return {
    shared: share_known_issues,
    version: known?.version ?? null,
    items: known?.items ?? [],
    text: known?.text ?? null,
    fetches: fetches.map(withTime),
  }
}

const withTime = <F extends { last_fetched_at: Date }>({ last_fetched_at, ...counted }: F) => ({
  ...counted,
  last_fetched_at: last_fetched_at.toISOString(),
})

export async function getGuidelines({ db, now }: Deps, projectId: string): Promise<GuidelinesDetail> {
  return show(db, projectId, await selectGuideline(db, projectId), now())
}

/** An omitted text stays as it is; null restores the default. */
export async function updateGuidelines(
  deps: Deps,
  actor: Actor,
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
      created_by: actor,
    }
    await insertGuideline(tx, projectId, next)
    const facts = { version: next.version, ...changedTexts(current, next) }
    await audit(tx, deps, projectId, { actor, action: 'guidelines.changed', subjectId: null, facts })
    return show(tx, projectId, next, deps.now())
  })
}

/** Says for each changed text whether it is the project's own or the default; the version keeps the words. */
function changedTexts(current: GuidelineRow | undefined, next: GuidelineRow): Record<string, string> {
  const texts = ['observations', 'research'] as const
  const changed = texts.filter((text) => (current?.[text] ?? null) !== next[text])
  return Object.fromEntries(changed.map((text) => [text, next[text] === null ? 'default' : 'own']))
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
