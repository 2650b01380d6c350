// Builds in one checkout at the same time: what is there at the end is one of them, and whole.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder, REPOSITORY } from '../cli/program.ts'

const SCRIPT = join(REPOSITORY, 'scripts/build/move-into-place.mjs')
const run = promisify(execFile)
afterAll(cleanUp)

function finishBuild(folder: string, name: string): string {
  const built = join(folder, name)
  mkdirSync(built)
  for (const file of ['main.js', 'main.js.map']) writeFileSync(join(built, file), name)
  return built
}

const moves = (built: string[], place: string) =>
  run(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { moveIntoPlace } from ${JSON.stringify(SCRIPT)}
     for (const built of ${JSON.stringify(built)}) moveIntoPlace(built, ${JSON.stringify(place)})`,
  ])

it('leave one whole build, and nothing beside it, however many are done at once', async () => {
  const folder = newFolder()
  const place = join(folder, 'dist')
  const built = Array.from({ length: 4 }, (_, process) =>
    Array.from({ length: 50 }, (_, n) => finishBuild(folder, `dist.${process}-${n}`)),
  )

  await Promise.all(built.map((some) => moves(some, place)))

  expect(readdirSync(folder)).toEqual(['dist'])
  const texts = readdirSync(place).map((file) => readFileSync(join(place, file), 'utf8'))
  expect(texts).toHaveLength(2)
  expect(new Set(texts).size).toBe(1)
})
