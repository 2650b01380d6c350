// A file that a command reads is there, or the command says so before it does anything.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { StartError } from '../../start-error.ts'

export const requireFile = (path: string): Promise<void> =>
  access(path, constants.R_OK).catch(() => {
    throw new StartError(`There is no file ${path} that can be read.`)
  })
