// The project of a command: the one named, or the only one.
import { LIMITS } from '../contract/limits.ts'
import type { Deps } from '../domain/deps.ts'
import { getProject, listProjects } from '../domain/projects/manage-projects.ts'
import { StartError } from '../start-error.ts'

export async function whichProject(deps: Deps, named: string | undefined): Promise<{ id: string }> {
  if (named !== undefined) return getProject(deps, named)
  const { items } = await listProjects(deps, { limit: LIMITS.pageSizeMax })
  const [only, another] = items.filter(({ sample_of }) => sample_of === null)
  if (!only)
    throw new StartError(
      'There is no project yet: start the service once, or run "fieldnote project create".',
    )
  if (another)
    throw new StartError(
      'There are several projects: name one with --project (see "fieldnote project list").',
    )
  return only
}
