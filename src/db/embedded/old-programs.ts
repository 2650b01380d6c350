// Finds the PostgreSQL programs of a cluster's version: only they can open it.
import { access, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { packageName, whereTheyRun } from './binaries.ts'
import { copyPlaces } from './binaries-copy.ts'
import { EmbeddedServerError } from './error.ts'
import type { DataFolder } from './folder.ts'
import { runAs } from './os-user.ts'

/** The last package of each major. A new major adds a line. */
export const LAST_PACKAGES = new Map<string, string>(
  Object.entries({ 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' }),
)

/** Where operating system packages install them. */
const SYSTEM_PLACES = [
  '/usr/lib/postgresql/',
  '/usr/pgsql-',
  '/opt/homebrew/opt/postgresql@',
  '/usr/local/opt/postgresql@',
]

/** `named` is a folder given by the user: `bin` itself or its parent. */
export async function findOldPrograms(
  folder: DataFolder,
  major: string,
  named: string | undefined,
  log: (line: string) => void,
): Promise<string> {
  const places = named ? [withoutBin(named)] : await usualPlaces(folder, major)
  for (const place of places) {
    if (!(await hasPrograms(place))) continue
    const native = await whereTheyRun(place, `old-${major}`, folder, log)
    const { output } = await runAs(folder.osUser, join(native, 'bin', 'postgres'), ['-V'], '/')
    if (output.includes(` ${major}.`)) return native
    if (named)
      throw new EmbeddedServerError(`${named} holds ${output.trim()}; PostgreSQL ${major} is needed.`)
  }
  throw new EmbeddedServerError(
    named
      ? `There is no PostgreSQL in ${named}: use the folder that contains bin/postgres.`
      : `The programs of PostgreSQL ${major}, which created this database, are not on this machine: ${howToGetThem(major)}`,
  )
}

function howToGetThem(major: string): string {
  const version = LAST_PACKAGES.get(major)
  if (!version)
    return `install them (Debian: apt install postgresql-${major}), and pass their folder with --programs.`
  const name = packageName()
  return (
    `npm install --prefix postgres-${major} ${name}@${version}, then ` +
    `fieldnote upgrade-database --programs postgres-${major}/node_modules/${name}/native`
  )
}

async function usualPlaces(folder: DataFolder, major: string): Promise<string[]> {
  const copies: string[] = []
  for (const place of copyPlaces(folder)) {
    const names = await readdir(place).catch(() => [])
    copies.push(
      ...names.filter((name) => name.startsWith(`postgres-${major}.`)).map((name) => join(place, name)),
    )
  }
  return [...copies, ...SYSTEM_PLACES.map((place) => place + major)]
}

const withoutBin = (path: string): string => (basename(path) === 'bin' ? dirname(path) : path)

const hasPrograms = (place: string): Promise<boolean> =>
  access(join(place, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')).then(
    () => true,
    () => false,
  )
