// Projects, as administrators handle them.
import type { PageQuery } from '../contract/admin.ts'
import { notFound } from '../contract/refusal.ts'
import { isUuid } from '../contract/validate.ts'
import {
  insertProject,
  type ProjectRow,
  selectProject,
  selectProjects,
  updateProjectName,
} from '../db/projects.ts'
import type { Deps } from './deps.ts'
import { type Paged, page } from './pages.ts'

export type ProjectFacts = { id: string; name: string; created_at: string }

const show = ({ id, name, created_at }: ProjectRow): ProjectFacts => ({
  id,
  name,
  created_at: created_at.toISOString(),
})

export async function createProject(deps: Deps, name: string, id = deps.newId()): Promise<ProjectFacts> {
  const row = { id, name, created_at: deps.now() }
  await insertProject(deps.db, row)
  return show(row)
}

export async function findProject(deps: Deps, id: string): Promise<ProjectFacts> {
  const row = isUuid(id) ? await selectProject(deps.db, id) : undefined
  if (!row) throw notFound('project')
  return show(row)
}

export function listProjects(deps: Deps, query: PageQuery): Promise<Paged<ProjectFacts>> {
  return page(
    query,
    (at) => selectProjects(deps.db, at),
    (row) => row.id,
    show,
  )
}

export async function renameProject(deps: Deps, id: string, name: string): Promise<ProjectFacts> {
  const row = await updateProjectName(deps.db, id, name)
  if (!row) throw notFound('project')
  return show(row)
}
