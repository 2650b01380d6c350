// The command `demo`: makes a sample project beside a project, whether the service is running or not. Its digest does
// the rest.
import type { Config } from '../config.ts'
import { COMMAND_LINE } from '../domain/audit/audit.ts'
import { openSample } from '../sample/open-sample.ts'
import { StartError } from '../start-error.ts'
import { withDatabase } from './database.ts'
import { type Output, print } from './output.ts'
import { whichProject } from './which-project.ts'

export function openSampleCommand(
  config: Config,
  project: string | undefined,
  output: Output,
): Promise<void> {
  return withDatabase(config, async (deps) => {
    const { id } = await whichProject(deps, project)
    const { created, sample } = await openSample(deps, COMMAND_LINE, id)
    if (!created)
      throw new StartError(
        `There is already a sample project: ${sample.project_id}. Remove it in the console.`,
      )
    const { project_id, complete: _, ...counts } = sample
    print(
      { project: project_id, ...counts },
      ['project', 'observations', 'tags', 'studies', 'answers'],
      output,
    )
  })
}
