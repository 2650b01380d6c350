// Before all test files: the build, the browser and the pooler, where a chosen test file needs them. The others run from source.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isBuilt } from '../../scripts/build/built-state.mjs'
import { DIST } from '../built.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const BUILT = join(REPOSITORY, 'test/built.ts')
const BROWSER = join(REPOSITORY, 'test/console/browser.ts')
const POOLER = join(REPOSITORY, 'test/db/pgbouncer.ts')

export default async function setup(project: TestProject): Promise<void> {
  const files = await chosenFiles(project)
  const needed = everythingImported(files)
  const needsBrowser = needed.has(BROWSER)
  const needsBuild = needsBrowser || needed.has(BUILT)
  if (needsBuild && !process.env.FIELDNOTE_DIST && !isBuilt(DIST)) run('scripts/build/build.mjs')
  if (needsBrowser) run('scripts/console/chromium.mjs')
  if (needed.has(POOLER)) run('scripts/pgbouncer.mjs')
}

/** As named on the command line; where vitest does not say which, all of them, which at most builds in vain. */
async function chosenFiles(project: TestProject): Promise<string[]> {
  const { filenamePattern } = project.vitest as unknown as { filenamePattern?: string[] }
  return (await project.globTestFiles(filenamePattern)).testFiles
}

function everythingImported(files: string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    for (const path of relativeImports(readFileSync(file, 'utf8'))) visit(join(dirname(file), path))
  }
  for (const file of files) visit(file)
  return seen
}

const relativeImports = (text: string): string[] =>
  [...text.matchAll(/(?:from|import\(?)\s*'(\.[^']+\.m?ts)'/g)].map(([, path = '']) => path)

function run(script: string): void {
  const { status } = spawnSync(process.execPath, [script], { cwd: REPOSITORY, stdio: 'inherit' })
  if (status !== 0) throw new Error(`node ${script} failed`)
}
