// Exports a whole project to a file, and imports one into another instance.
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { sweepUnfinished } from '../../db/embedded/unfinished.ts'
import { COMMAND_LINE } from '../../domain/audit/audit.ts'
import { refuseExisting, removePart } from '../../domain/backups/backup-file.ts'
import { exportProject } from '../../domain/projects/export-project.ts'
import { importProject } from '../../domain/projects/import-project.ts'
import { StartError } from '../../start-error.ts'
import { withDatabase } from '../database.ts'
import { type Output, print } from '../output.ts'
import { whichProject } from '../which-project.ts'
import { requireFile } from './require-file.ts'

/** The file gets its name only once it is complete. */
export async function projectExport(
  config: Config,
  file: string,
  { project, ...output }: Output & { project?: string },
  stopped: AbortSignal,
): Promise<void> {
  await refuseExisting(file)
  await sweepUnfinished(file) // left by a killed export
  await withDatabase(config, async (deps) => {
    const { id } = await whichProject(deps, project)
    const part = `${file}.part-${process.pid}`
    try {
      await pipeline(await exportProject(deps, deps.db, id), createWriteStream(part, { mode: 0o600 }), {
        signal: stopped,
      })
      await rename(part, file)
    } catch (error) {
      stopped.throwIfAborted()
      throw cannotWrite(file, error)
    } finally {
      await removePart(part)
    }
    print({ project: id, file }, ['project', 'file'], output)
  })
}

/** The system's error about the file in one line; other errors unchanged. */
function cannotWrite(file: string, error: unknown): unknown {
  const { syscall, path, message } = error as NodeJS.ErrnoException
  if (!syscall || !path) return error
  return new StartError(
    `The archive cannot be written to ${file}: ${message}. Choose a file in an existing folder.`,
  )
}

export async function projectImport(config: Config, file: string, output: Output): Promise<void> {
  await requireFile(file)
  await withDatabase(config, async (deps) => {
    const archive = { bytes: createReadStream(file), accountId: null, stillAllowed: async () => {} }
    const imported = await importProject(deps, COMMAND_LINE, archive)
    print(imported, ['id', 'name', 'created_at'], output)
  })
}
