// Migrations: safe for processes that start together, refused on a newer database, all or nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { v7 } from 'uuid'
import { afterEach, expect, inject, it } from 'vitest'
import { type Ended, launch } from '../../scripts/program.ts'
import { MigrationError, migrate } from '../../src/db/migrate.ts'
import { createPool, type Database } from '../../src/db/pool.ts'
import { saveStudyList, selectStudyLists } from '../../src/db/research/study-lists.ts'
import { DIST } from '../built.ts'
import { onServer } from '../service.ts'

const MIGRATIONS = join(import.meta.dirname, '../../src/db/migrations')
const FILES = new Map(
  readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => [basename(path, '.sql'), readFileSync(join(MIGRATIONS, path), 'utf8')]),
)
const KNOWN = [...FILES.keys()].sort()

const made: { name: string; pools: Database[] }[] = []
afterEach(async () => {
  for (const { name, pools } of made.splice(0)) {
    await Promise.all(pools.map((pool) => pool.end()))
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  }
})

async function emptyDatabase(): Promise<{ connection: pg.ClientConfig; open(): Database }> {
  const name = `m_${v7().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0`)
  const pools: Database[] = []
  made.push({ name, pools })
  const connection = { ...inject('server'), database: name }
  const open = () => {
    const pool = createPool(connection, 2)
    pools.push(pool)
    return pool
  }
  return { connection, open }
}

const applied = async (db: Database): Promise<string[]> =>
  (await db.query('SELECT name FROM schema_migration ORDER BY version')).rows.map(({ name }) => name)

async function tables(db: Database): Promise<string[]> {
  const { rows } = await db.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
  return rows.map(({ tablename }) => tablename)
}

it('brings an empty database up to date, and a second time changes nothing', async () => {
  const db = (await emptyDatabase()).open()

  const first = await migrate(db)
  const before = (await db.query('SELECT * FROM schema_migration')).rows
  const second = await migrate(db)

  expect([first, second]).toEqual([KNOWN, []])
  expect(await applied(db)).toEqual(KNOWN)
  expect((await db.query('SELECT * FROM schema_migration')).rows).toEqual(before)
})

it('keeps the list of studies that a user was given before lists were kept apart', async () => {
  const db = (await emptyDatabase()).open()
  await db.query(
    'CREATE TABLE schema_migration (version integer PRIMARY KEY, name text, applied_at timestamptz)',
  )
  for (const name of KNOWN.filter((known) => Number(known.slice(0, 4)) < 30)) {
    await db.query(FILES.get(name) as string)
    await db.query('INSERT INTO schema_migration VALUES ($1, $2, now())', [Number(name.slice(0, 4)), name])
  }
  const [project, study] = [v7(), v7()]
  await db.query("INSERT INTO project (id, name, created_at) VALUES ($1, 'Old', now())", [project])
  await db.query("INSERT INTO study_list VALUES ($1, 'user-42', $2, now() - interval '3 days')", [
    project,
    [study],
  ])

  await migrate(db)

  expect(await selectStudyLists(db, project, 'user-42', new Date())).toEqual([[study]])
  await saveStudyList(db, project, 'user-42', [study], new Date())
  expect((await db.query('SELECT count(*)::int AS lists FROM study_list')).rows).toEqual([{ lists: 1 }])
})

it('is applied once when many start together on an empty database', async () => {
  const { open } = await emptyDatabase()

  const results = await Promise.all(Array.from({ length: 8 }, () => migrate(open())))

  expect(results.flat()).toEqual(KNOWN)
  expect(await applied(open())).toEqual(KNOWN)
})

it('is applied once when several processes start together', async () => {
  const { connection, open } = await emptyDatabase()

  const results = await Promise.all(Array.from({ length: 4 }, () => migrateElsewhere(connection)))

  expect(results.map(({ stderr }) => stderr)).toEqual(['', '', '', ''])
  expect(results.flatMap(({ stdout }) => JSON.parse(stdout))).toEqual(KNOWN)
  expect(await applied(open())).toEqual(KNOWN)
})

/** A process of its own, with the built program. */
function migrateElsewhere(connection: pg.ClientConfig): Promise<Ended> {
  const script = `
    const { migrate } = await import(${JSON.stringify(`${DIST}/db/migrate.js`)})
    const { createPool } = await import(${JSON.stringify(`${DIST}/db/pool.js`)})
    const db = createPool(${JSON.stringify(connection)}, 2)
    process.stdout.write(JSON.stringify(await migrate(db)))
    await db.end()`
  return launch({ args: ['--input-type=module', '-e', script], env: {} }).ended
}

it('refuses a database that is newer than the code, in one line, and leaves it alone', async () => {
  const db = (await emptyDatabase()).open()
  await migrate(db)
  await db.query("INSERT INTO schema_migration (version, name) VALUES (9999, '9999_future')")

  const refused = await migrate(db).catch((error: unknown) => error)

  expect(refused).toBeInstanceOf(MigrationError)
  expect((refused as Error).message).toMatch(/^.*9999.*newer.*$/)
  expect(await applied(db)).toEqual([...KNOWN, '9999_future'])
})

it('leaves nothing behind when a migration fails, and succeeds once the cause is gone', async () => {
  const db = (await emptyDatabase()).open()
  // The last table of the first migration is in the way: everything before it has run by then.
  await db.query('CREATE TABLE idempotency_key (mine text)')

  await expect(migrate(db)).rejects.toThrow('already exists')

  expect(await tables(db)).toEqual(['idempotency_key'])
  await db.query('DROP TABLE idempotency_key')
  expect(await migrate(db)).toEqual(KNOWN)
})

/** Everything before the migration of this number, and what an installation of then held. */
const installationBefore = (number: number, sql: string): Promise<Database> =>
  installationOf((version) => version < number, sql)

async function installationOf(has: (version: number) => boolean, sql: string): Promise<Database> {
  const db = (await emptyDatabase()).open()
  const earlier = KNOWN.filter((name) => has(Number(name.slice(0, 4))))
  await db.query(
    'CREATE TABLE schema_migration (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  for (const name of earlier) {
    await db.query(FILES.get(name) as string)
    await db.query('INSERT INTO schema_migration (version, name) VALUES ($1, $2)', [
      Number(name.slice(0, 4)),
      name,
    ])
  }
  await db.query(sql)
  return db
}

const [ONE, OTHER] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']
const TWO_PROJECTS = `INSERT INTO project (id, name, created_at) VALUES ('${ONE}', 'One', now()), ('${OTHER}', 'Other', now());
  INSERT INTO digest_state (project_id) SELECT id FROM project;`

it('numbers the issues that are there in the order in which they were first seen, and goes on from there', async () => {
  const issue = (project: string, title: string, seen: string, by = 'machine') =>
    `INSERT INTO issue (project_id, id, title, title_by, first_seen, state_version, created_at, updated_at)
     VALUES ('${project}', gen_random_uuid(), '${title}', '${by}', ${seen}, 0, '2026-01-02', now());`
  const db = await installationBefore(
    9,
    TWO_PROJECTS +
      issue(ONE, 'third', `'2026-01-03'`) +
      issue(ONE, 'first', `'2026-01-01'`, 'person') +
      issue(ONE, 'merged, and seen by nobody', 'NULL') +
      issue(OTHER, 'theirs', `'2026-01-05'`),
  )

  await migrate(db)

  const { rows } = await db.query(
    'SELECT number, title, accepted_title FROM issue ORDER BY project_id, number',
  )
  expect(rows).toEqual([
    { number: 1, title: 'first', accepted_title: 'first' },
    { number: 2, title: 'merged, and seen by nobody', accepted_title: null },
    { number: 3, title: 'third', accepted_title: null },
    { number: 1, title: 'theirs', accepted_title: null },
  ])
  const states = await db.query('SELECT last_issue_number AS last FROM digest_state ORDER BY project_id')
  expect(states.rows).toEqual([{ last: 3 }, { last: 1 }])
})

it.each([
  ['in its turn', (version: number) => version < 8],
  ['after later ones', (version: number) => version !== 8 && version < 89], // 89 has an index on what 8 adds
])('gives grouping what it needs %s, and takes no vector of an older one for its own', async (_, has) => {
  const read = (observation: string, model: string) =>
    `INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
       observed_at, created_at)
     VALUES ('${ONE}', '${observation}', 'u', 't', 'rest', 'T', 'D', 'neutral', now(), now());
     INSERT INTO observation_digest (project_id, observation_id, language, kind, model, meaning, digested_at)
     VALUES ('${ONE}', '${observation}', 'en', 'problem', '${model}', '\\x00', now());`
  const db = await installationOf(
    has,
    `${TWO_PROJECTS}
     UPDATE digest_state SET model = 'remote:big', digested_count = 2 WHERE project_id = '${ONE}';
     ${read(ONE, 'remote:big')} ${read(OTHER, 'use-lite')}`,
  )

  await migrate(db)

  const { rows } = await db.query('SELECT model, text_hash FROM observation_digest ORDER BY observation_id')
  expect(rows).toEqual([
    { model: 'earlier remote:big', text_hash: null },
    { model: 'use-lite', text_hash: null },
  ])
  const states = await db.query('SELECT model, requeued_to FROM digest_state ORDER BY project_id')
  expect(states.rows[0]).toEqual({ model: 'earlier remote:big', requeued_to: null })
  expect((await db.query('SELECT unsettled, seen_at FROM issue')).rowCount).toBe(0)
})

it('leaves nothing of sample data in a real project that agents would be told', async () => {
  const db = await installationBefore(
    11,
    `${TWO_PROJECTS}
     INSERT INTO guideline (project_id, version, observations, created_at, sample)
       VALUES ('${ONE}', 1, 'Invented', now(), true), ('${OTHER}', 1, 'Ours', now(), false);
     INSERT INTO study (project_id, id, question, eligibility_criteria, sampling_rate, state, created_at, updated_at, sample)
       VALUES ('${ONE}', gen_random_uuid(), 'Invented?', '', 1, 'active', now(), now(), true),
              ('${ONE}', gen_random_uuid(), 'Ours?', '', 1, 'active', now(), now(), false);
     INSERT INTO sample_month (project_id, filled_at) VALUES ('${ONE}', now());`,
  )

  await migrate(db)

  expect((await db.query('SELECT observations FROM guideline')).rows).toEqual([{ observations: 'Ours' }])
  expect((await db.query('SELECT question FROM study')).rows).toEqual([{ question: 'Ours?' }])
  expect((await db.query('SELECT FROM sample_month')).rowCount).toBe(0)
})
