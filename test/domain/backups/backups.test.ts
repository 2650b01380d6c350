// Backups: everything that is in a database, as of one moment, readable with the passphrase alone, and back again row by row.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promiseHooks, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { readWholeDatabase } from '../../../src/db/backups/whole-database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { migrationOf, readMigrations } from '../../../src/db/migration-files.ts'
import { createPool } from '../../../src/db/pool.ts'
import { BackupError } from '../../../src/domain/backups/archive.ts'
import { checkBackup, openBackup, writeBackup } from '../../../src/domain/backups/backup-file.ts'
import { restoreArchive } from '../../../src/domain/backups/restore-archive.ts'
import { describeDatabase, writeArchive } from '../../../src/domain/backups/write-archive.ts'
import { fillEveryTable, TEXT } from '../../db/one-row-each.ts'
import { schemaOf } from '../../db/schema-of.ts'
import { contentsOf, newFolder, newPlace, PASSPHRASE, type Place, tablesOf } from './places.ts'

const KNOWN = readMigrations()

/** Asking for what is left of each kind would go through all that the process holds, which takes many times as long. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

/** What no migration has yet, and one may have one day. */
const UNUSUAL = migrationOf(
  '9001_unusual.sql',
  `CREATE TABLE numbered (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "Two words" text,
     twice bigint GENERATED ALWAYS AS (id * 2) STORED);
   CREATE TABLE by_month (month date NOT NULL, note text) PARTITION BY RANGE (month);
   INSERT INTO numbered ("Two words") VALUES ('put there by the migration');`,
)

const source = ({ connection }: Place) => ({ connection, program: '0.0.0-test', now: () => new Date() })
const restore = (place: Place, file: string, replace = false, known = KNOWN) =>
  restoreArchive(place.connection, openBackup(file, PASSPHRASE), { replace, knownMigrations: known })

async function migrateTo({ connection }: Place, known = KNOWN): Promise<void> {
  const db = createPool(connection, 1)
  await migrate(db, known).finally(() => db.end())
}

const folder = newFolder()
const file = join(folder, 'full.backup')
let full: Place
beforeAll(async () => {
  full = await newPlace()
  await fillEveryTable(full.client)
  await full.client.query("SELECT setval('study_list_given', 4711)")
  await writeBackup(source(full), file, PASSPHRASE)
})

describe('a backup', () => {
  it('holds every table there is, and comes back row by row into a database of nothing', async () => {
    const place = await newPlace('template0')

    const restored = await restore(place, file)

    const tables = (await tablesOf(full)).filter((name) => name !== 'schema_migration')
    const { header } = await checkBackup(file, PASSPHRASE)
    expect(header.tables.map(({ name }) => name)).toEqual(tables)
    expect(restored).toMatchObject({ tables: tables.length, rows: tables.length + 1, migrated: [] })
    expect(await contentsOf(place)).toEqual(await contentsOf(full))
    expect(await schemaOf(place.client)).toEqual(await schemaOf(full.client))
    expect((await place.client.query("SELECT nextval('study_list_given')")).rows).toEqual([
      { nextval: '4712' },
    ])
  })

  it('of an older schema comes back with the migrations since', async () => {
    const [old, place] = [await newPlace('template0'), await newPlace('template0')]
    const earlier = KNOWN.slice(0, 3)
    await migrateTo(old, earlier)
    await fillEveryTable(old.client)
    await old.client.query('ALTER TABLE schema_migration DROP COLUMN checksum, DROP COLUMN needs') // as it was then
    await writeBackup(source(old), join(folder, 'old.backup'), PASSPHRASE)

    const { migrated } = await restore(place, join(folder, 'old.backup'))

    expect(migrated).toEqual(KNOWN.slice(3).map(({ name }) => name))
    expect(await schemaOf(place.client)).toEqual(await schemaOf(full.client))
    expect((await place.client.query('SELECT title FROM observation')).rows).toEqual([{ title: TEXT }])
  })

  it('keeps numbers that PostgreSQL gives, leaves out what it computes, and brings partitions along', async () => {
    const [old, place] = [await newPlace('template0'), await newPlace('template0')]
    await migrateTo(old, [...KNOWN, UNUSUAL])
    await old.client.query(
      `DELETE FROM numbered; INSERT INTO numbered ("Two words") VALUES ('second');
       CREATE TABLE by_month_2026_01 PARTITION OF by_month FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
       INSERT INTO by_month VALUES ('2026-01-15', 'in January')`,
    )
    await writeBackup(source(old), join(folder, 'unusual.backup'), PASSPHRASE)

    await restore(place, join(folder, 'unusual.backup'), false, [...KNOWN, UNUSUAL])
    await place.client.query(`INSERT INTO numbered ("Two words") VALUES ('next')`)

    expect((await place.client.query('SELECT id::int, twice::int FROM numbered ORDER BY id')).rows).toEqual([
      { id: 2, twice: 4 },
      { id: 3, twice: 6 },
    ])
    expect((await place.client.query('SELECT note FROM by_month_2026_01')).rows).toEqual([
      { note: 'in January' },
    ])
  })

  it('is of one moment, whatever is written and started meanwhile', async () => {
    const [busy, place] = [await newPlace(), await newPlace('template0')]
    const insert = (name: string) =>
      busy.client.query('INSERT INTO project (id, name, created_at) VALUES (gen_random_uuid(), $1, now())', [
        name,
      ])
    await insert('before')

    await readWholeDatabase(busy.connection, async (client) => {
      const header = await describeDatabase(client, '0.0.0-test', new Date())
      await insert('meanwhile')
      await migrateTo(busy) // a process that starts does not wait
      return restoreArchive(place.connection, writeArchive(client, header), { replace: false })
    })

    expect((await place.client.query('SELECT name FROM project')).rows).toEqual([{ name: 'before' }])
  })

  it('tells nothing to those without the passphrase, and belongs to its owner alone', async () => {
    const bytes = readFileSync(file)

    expect(bytes.subarray(0, 18).toString()).toBe('fieldnote-backup-1')
    for (const word of ['observation', 'password', 'secret', TEXT]) expect(bytes.includes(word)).toBe(false)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(checkBackup(file, `${PASSPHRASE}!`)).rejects.toThrow(/BACKUP_PASSPHRASE is not the one/)
  })

  it('overwrites no file, and leaves none behind when it fails', async () => {
    const nothing = await newPlace('template0')

    await expect(writeBackup(source(full), file, PASSPHRASE)).rejects.toThrow(/exists/)
    await expect(writeBackup(source(nothing), join(folder, 'new'), PASSPHRASE)).rejects.toThrow(
      /nothing to back up/,
    )

    expect(statSync(join(folder, 'new'), { throwIfNoEntry: false })).toBeUndefined()
    const beyond = join(folder, 'nowhere', 'new')
    await expect(writeBackup(source(full), beyond, PASSPHRASE)).rejects.toThrow(BackupError)
    await expect(checkBackup(beyond, PASSPHRASE)).rejects.toThrow(BackupError)
  })
})

describe('restoring', () => {
  /** Wherever it is touched, it is refused. */
  const bytes = () => readFileSync(file)
  const damages: [how: string, damage: () => Buffer][] = [
    ['cut off', () => bytes().subarray(0, -1_000)],
    ['changed in one bit', () => bytes().fill((bytes()[900] ?? 0) ^ 1, 900, 901)],
    ['longer than it was', () => Buffer.concat([bytes(), Buffer.from('x')])],
    ['something else', () => Buffer.from('%PDF-1.7 and so on')],
    ['empty', () => Buffer.alloc(0)],
  ]

  it.each(damages)('refuses a file that is %s, and stores nothing', async (_, damage) => {
    const place = await newPlace('template0')
    const damaged = join(folder, 'damaged')
    writeFileSync(damaged, damage())

    const refused = await restore(place, damaged).catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(BackupError)
    expect(await tablesOf(place)).toEqual([])
  })

  it('stores nothing when it ends in the middle of a table', async () => {
    const place = await newPlace('template0')
    async function* interrupted() {
      for await (const piece of openBackup(file, PASSPHRASE)) {
        const middle = piece.indexOf('{"table":"project"}')
        yield middle < 0 ? piece : piece.subarray(0, middle + 40)
        if (middle >= 0) throw new Error('killed')
      }
    }

    const restoring = restoreArchive(place.connection, interrupted(), { replace: false })

    await expect(restoring).rejects.toThrow('killed')
    expect(await tablesOf(place)).toEqual([])
  })

  it('compares what the database gives back, and stores nothing that is different', async () => {
    const [exact, place] = [await newPlace('template0'), await newPlace('template0')]
    const measured = migrationOf('9001_measured.sql', 'CREATE TABLE measured (value double precision);')
    const rounding = { ...measured, sql: 'CREATE TABLE measured (value real);' }
    await migrateTo(exact, [...KNOWN, measured])
    await exact.client.query('INSERT INTO measured VALUES (1.23456789012345)')
    await writeBackup(source(exact), join(folder, 'exact.backup'), PASSPHRASE)

    const refused = restore(place, join(folder, 'exact.backup'), false, [...KNOWN, rounding])

    await expect(refused).rejects.toThrow(/did not come back as they were: rows of the table measured/)
    expect(await tablesOf(place)).toEqual([])
  })

  it('remembers nothing of the pieces that are stored, however many', async () => {
    const [large, place] = [await newPlace(), await newPlace('template0')]
    await large.client.query(
      "INSERT INTO project (id, name, created_at) SELECT gen_random_uuid(), 'p', now() FROM generate_series(1, 1500)",
    )
    const promises: WeakRef<Promise<unknown>>[] = []
    let remembered = Number.POSITIVE_INFINITY
    async function* rowByRow(pieces: AsyncIterable<Buffer>) {
      let rows = 0
      let unwatch: ReturnType<typeof promiseHooks.onInit> | undefined
      for await (const piece of pieces)
        for (const line of piece.toString().split(/(?<=\n)/)) {
          rows++
          if (rows === 500) unwatch = promiseHooks.onInit((promise) => promises.push(new WeakRef(promise)))
          if (rows === 1500) {
            unwatch?.()
            await nextTurn()
            collectGarbage()
            remembered = promises.filter((promise) => promise.deref()).length
          }
          yield Buffer.from(line)
        }
    }

    await readWholeDatabase(large.connection, async (client) => {
      const header = await describeDatabase(client, '0.0.0-test', new Date())
      return restoreArchive(place.connection, rowByRow(writeArchive(client, header)), { replace: false })
    })

    expect(promises.length).toBeGreaterThan(1000)
    expect(remembered).toBeLessThan(500) // one for each of 1,000 rows, if they were remembered
  })

  it('refuses a database that is not empty, unless it is to be replaced', async () => {
    const place = await newPlace()
    await place.client.query(
      "INSERT INTO project (id, name, created_at) VALUES (gen_random_uuid(), 'mine', now())",
    )

    await expect(restore(place, file)).rejects.toThrow(/not empty \(there are rows in the table project/)
    expect((await place.client.query('SELECT name FROM project')).rows).toEqual([{ name: 'mine' }])

    await restore(place, file, true)
    expect(await contentsOf(place)).toEqual(await contentsOf(full))
  })

  it('refuses a database that a service uses', async () => {
    const place = await newPlace('template0')
    const service = createPool(place.connection, 1)
    await service.query('SELECT 1')

    await expect(restore(place, file)).rejects.toThrow(/A service or worker uses this database/)

    await service.end()
    expect(await tablesOf(place)).toEqual([])
  })

  it('refuses a schema that it does not know', async () => {
    const place = await newPlace('template0')

    await expect(restore(place, file, false, KNOWN.slice(0, 5))).rejects.toThrow(
      /which this Fieldnote does not know: restore it with the build that made it, which calls itself 0\.0\.0-test, or with a later one/,
    )
    expect(await tablesOf(place)).toEqual([])
  })
})
