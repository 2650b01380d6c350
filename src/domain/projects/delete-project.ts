// Deletes a project: inaccessible at once, with its rows removed afterwards in chunks.
import { invalid, notFound } from '../../contract/refusal.ts'
import { inTransaction } from '../../db/pool.ts'
import {
  deleteProjectRow,
  deleteProjectRows,
  EMPTIED_FIRST,
  markProjectDeleted,
  selectDeletedProject,
} from '../../db/projects/project-removals.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { getProject } from './manage-projects.ts'

/** The name is required, because a deletion cannot be undone. */
export async function deleteProject(deps: Deps, actor: Actor, id: string, name: string): Promise<void> {
  const project = await getProject(deps, id)
  if (name !== project.name)
    throw invalid([{ loc: ['body', 'name'], msg: "is not this project's name", type: 'confirmation' }])
  await inTransaction(deps.db, async (tx) => {
    if (!(await markProjectDeleted(tx, id, deps.now()))) throw notFound('project')
    await audit(tx, deps, id, { actor, action: 'project.deleted', subjectId: id, facts: { name } })
  })
}

const CHUNK = 1_000 // rows, about 50 ms each, so that other work is not delayed

/** Removes the rows of deleted projects until none are left or the process stops. Safe to interrupt at any point. */
export async function removeDeletedProjects(deps: Deps, stopped: () => boolean = () => false): Promise<void> {
  for (;;) {
    const id = await selectDeletedProject(deps.db, deps.now())
    if (id === undefined) return
    for (const table of EMPTIED_FIRST)
      do if (stopped()) return
      while ((await deleteProjectRows(deps.db, table, id, CHUNK)) === CHUNK)
    await deleteProjectRow(deps.db, id)
  }
}
