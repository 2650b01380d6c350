// Formats generated text as the rest of the repository is formatted.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))

/** The name says which language it is. */
export const formatted = (name, text) =>
  execFileSync(`${REPOSITORY}node_modules/.bin/biome`, ['format', `--stdin-file-path=${name}`], {
    cwd: REPOSITORY,
    input: text,
    encoding: 'utf8',
  })
