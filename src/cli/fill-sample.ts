// The command `demo`: fills a project with sample data, while a service runs or before its next start; its digest does
// the rest.
import type { Config } from '../config.ts'
import { COMMAND_LINE } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { getProject, listProjects } from '../domain/projects/manage-projects.ts'
import { fillSample } from '../sample/fill-sample.ts'
import { StartError } from '../start-error.ts'
import { withDatabase } from './database.ts'
import { type Output, print } from './output.ts'

export function fillSampleCommand(
  config: Config,
  project: string | undefined,
  output: Output,
): Promise<void> {
  return withDatabase(config, async (deps) => {
    const { id } = project === undefined ? await onlyProject(deps) : await getProject(deps, project)
    const filled = await fillSample(deps, COMMAND_LINE, id)
    print(
      { project: id, ...filled },
      ['project', 'observations', 'users', 'tags', 'studies', 'answers'],
      output,
    )
  })
}

/** Sample data must not end up in a project by chance: with several, one has to be named. */
async function onlyProject(deps: Deps): Promise<{ id: string }> {
  const { items } = await listProjects(deps, { limit: 2 })
  const [only, another] = items
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
