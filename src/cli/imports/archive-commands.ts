// Exports a whole project to a file, and imports one into another instance.
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { COMMAND_LINE } from '../../domain/audit/audit.ts'
import { writeWhole } from '../../domain/backups/backup-file.ts'
import { exportProject } from '../../domain/projects/export-project.ts'
import { importProject } from '../../domain/projects/import-project.ts'
import { withDatabase } from '../database.ts'
import { type Output, print } from '../output.ts'
import { whichProject } from '../which-project.ts'
import { requireFile } from './require-file.ts'

export async function projectExport(
  config: Config,
  file: string,
  { project, ...output }: Output & { project?: string },
  stopped: AbortSignal,
): Promise<void> {
  await withDatabase(config, async (deps) => {
    const { id } = await whichProject(deps, project)
    const write = async (part: string) => {
      const lines = await exportProject(deps, deps.db, id)
      await pipeline(lines, createWriteStream(part, { mode: 0o600, flush: true }), { signal: stopped })
    }
    await writeWhole(file, 'archive', write, stopped)
    print({ project: id, file }, ['project', 'file'], output)
  })
}

export async function projectImport(config: Config, file: string, output: Output): Promise<void> {
  await requireFile(file)
  await withDatabase(config, async (deps) => {
    const archive = { bytes: createReadStream(file), accountId: null, stillAllowed: async () => {} }
    const imported = await importProject(deps, COMMAND_LINE, archive)
    print(imported, ['id', 'name', 'created_at'], output)
  })
}
