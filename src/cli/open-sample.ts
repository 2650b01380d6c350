// The command `demo`: makes a sample project beside a project, while a service runs or before its next start; its digest
// does the rest.
import type { Config } from '../config.ts'
import { LIMITS } from '../contract/limits.ts'
import { COMMAND_LINE } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { getProject, listProjects } from '../domain/projects/manage-projects.ts'
import { openSample } from '../sample/open-sample.ts'
import { StartError } from '../start-error.ts'
import { withDatabase } from './database.ts'
import { type Output, print } from './output.ts'

export function openSampleCommand(
  config: Config,
  project: string | undefined,
  output: Output,
): Promise<void> {
  return withDatabase(config, async (deps) => {
    const { id } = project === undefined ? await onlyProject(deps) : await getProject(deps, project)
    const { created, sample } = await openSample(deps, COMMAND_LINE, id)
    if (!created)
      throw new StartError(
        `There is a sample project already: ${sample.project_id}. Remove it in the console.`,
      )
    const { project_id, complete: _, ...counts } = sample
    print(
      { project: project_id, ...counts },
      ['project', 'observations', 'tags', 'studies', 'answers'],
      output,
    )
  })
}

/** Its team gets the sample project: with several, one has to be named. */
async function onlyProject(deps: Deps): Promise<{ id: string }> {
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
