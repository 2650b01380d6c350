// A file that a command reads is there, or the command says so before it does anything.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { StartError } from '../../start-error.ts'

export async function requireFile(path: string): Promise<void> {
  await access(path, constants.R_OK).catch(() => {
    throw new StartError(`There is no file ${path} that can be read.`)
  })
  if ((await stat(path)).isDirectory()) throw new StartError(`${path} is a folder: name a file in it.`)
}
