// Formats generated text as the rest of the repository is formatted.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const REPOSITORY = resolve(import.meta.dirname, '../../..')

export function formatted(name: string, text: string): string {
  const args = ['format', `--stdin-file-path=packages/client/src/generated/${name}`]
  return execFileSync(resolve(REPOSITORY, 'node_modules/.bin/biome'), args, {
    cwd: REPOSITORY,
    input: text,
    encoding: 'utf8',
  })
}
