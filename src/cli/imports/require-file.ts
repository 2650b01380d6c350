// Checks that a file a command reads exists, before anything else is done.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { StartError } from '../../start-error.ts'

export async function requireFile(path: string): Promise<void> {
  await access(path, constants.R_OK).catch(() => {
    throw new StartError(`${path} does not exist or is not readable.`)
  })
  if ((await stat(path)).isDirectory()) throw new StartError(`${path} is a folder: name a file in it.`)
}
