// A data folder of an older PostgreSQL: refused at start, upgraded by a command, and never half.
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clusterArgument } from '../../../src/db/embedded/cluster.ts'
import { openDataFolder, POSTGRES_MAJOR } from '../../../src/db/embedded/folder.ts'
import { keepRunning } from '../../../src/db/embedded/keeper.ts'
import { LAST_PACKAGES } from '../../../src/db/embedded/old-programs.ts'
import { giveTo, runAs } from '../../../src/db/embedded/os-user.ts'
import { EmbeddedServerError } from '../../../src/db/embedded/server.ts'
import { upgradeCluster } from '../../../src/db/embedded/upgrade.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { createPool } from '../../../src/db/pool.ts'
import { run } from '../../cli/program.ts'
import { fillEveryTable } from '../one-row-each.ts'
import { repository, Workshop } from './workshop.ts'

const SYSTEM = '/usr/lib/postgresql'
const old = (existsSync(SYSTEM) ? readdirSync(SYSTEM) : []).find(
  (major) => major !== POSTGRES_MAJOR && existsSync(join(SYSTEM, major, 'bin', 'initdb')),
)

it('says how to get the programs of the release that is there now, once there is a newer one', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([LAST_PACKAGES.get(POSTGRES_MAJOR)]))
})

describe.skipIf(!old)(`a data folder of PostgreSQL ${old}`, () => {
  const workshop = new Workshop()
  const log = (line: string) => workshop.lines.push(line)
  let dataDir: string
  beforeAll(async () => {
    dataDir = workshop.folder()
    await makeOldCluster(dataDir)
  })
  afterAll(() => workshop.clear())

  const cluster = (suffix = '') => join(dataDir, `postgres${suffix}`)
  const majorIn = (folder: string) => readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  const titles = async () => {
    const { connection, release } = await workshop.open(dataDir)
    return workshop
      .query(connection, 'SELECT count(*)::int, max(length(title)) FROM observation')
      .finally(release)
  }

  it('is refused at start, with the command that helps', async () => {
    const refused = await workshop.open(dataDir).catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(EmbeddedServerError)
    expect((refused as Error).message).toMatch(
      new RegExp(
        `was created by PostgreSQL ${old}, .* contains ${POSTGRES_MAJOR}: run \`fieldnote upgrade-database\``,
      ),
    )
  })

  it('stays as it is when the upgrade fails', async () => {
    const copy = async (from: pg.ClientConfig, to: pg.ClientConfig) => {
      for (const connection of [from, to]) await workshop.query(connection, 'SELECT 1')
      throw new Error('the disk is full')
    }

    await expect(upgradeCluster({ dataDir, log, copy })).rejects.toThrow('the disk is full')

    expect(majorIn(cluster())).toBe(old)
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  })

  it('is not upgraded with programs of another PostgreSQL, or of none', async () => {
    const attempt = (programs: string) =>
      upgradeCluster({ dataDir, log, programs, copy: async () => {} }).catch((error: Error) => error.message)

    expect(await attempt('/nowhere')).toMatch(/There is no PostgreSQL in \/nowhere/)
  })

  it('is upgraded by the command, with every row, and kept', async () => {
    const { code, stdout, stderr } = await run(['upgrade-database', '--json'], { DATA_DIR: dataDir })

    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ from: old, to: POSTGRES_MAJOR, kept: cluster(`-${old}`) })
    expect([majorIn(cluster()), majorIn(cluster(`-${old}`))]).toEqual([POSTGRES_MAJOR, old])
    expect(await titles()).toEqual([[1, expect.any(Number)]])
    expect((await run(['upgrade-database'], { DATA_DIR: dataDir })).stdout).toBe(
      'There is nothing to upgrade.\n',
    )
  })

  it('is whole when it was killed between the two renames', async () => {
    renameSync(cluster(), cluster('-upgraded'))

    expect(await titles()).toEqual([[1, expect.any(Number)]])
  })
})

/** As the release before would have left it. */
async function makeOldCluster(dataDir: string): Promise<void> {
  await chmod(dataDir, 0o755) // before 16, PostgreSQL leaves its folder and walks back by its path
  const folder = await openDataFolder(dataDir)
  const programs = join(SYSTEM, old ?? '')
  await mkdir(folder.cluster)
  await chmod(folder.cluster, 0o700)
  await giveTo(folder.osUser, folder.cluster)
  const where = clusterArgument(folder.osUser, folder.cluster)
  const args = ['-D', where, '-U', 'fieldnote', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const { code, output } = await runAs(folder.osUser, join(programs, 'bin', 'initdb'), args, folder.cluster)
  if (code !== 0) throw new Error(output)
  const server = await keepRunning(
    folder,
    async () => programs,
    () => {},
  )
  const db = createPool(server.connection, 1)
  await migrate(db)
  const client = await db.connect()
  await fillEveryTable(client)
  client.release()
  await db.end()
  await server.release()
}
