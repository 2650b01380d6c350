// The schema keeps to what a database that is spread over several machines by project asks for: docs/run/scale.md says how.
import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../service.ts'

/** Have the project's id, and are found by something else: small, and copied to every machine. */
const COPIED = ['api_key', 'project_invite', 'project_member']

type Index = { of: string; name: string; first: string }
type Reference = { name: string; of: string; to: string; first: string; first_there: string }

let spread: string[]
let indexes: Index[]
let references: Reference[]
beforeAll(async () => {
  const { db } = await testDatabase()
  const column = (table: string, number: string) =>
    `(SELECT attname::text FROM pg_attribute WHERE attrelid = ${table} AND attnum = ${number})`
  const read = async <T>(sql: string): Promise<T[]> => (await db.query(sql)).rows as T[]
  const tables = await read<{ name: string }>(
    `SELECT attrelid::regclass::text AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE attname = 'project_id' AND relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  spread = tables.map(({ name }) => name).filter((name) => !COPIED.includes(name))
  indexes = await read(
    `SELECT indrelid::regclass::text AS of, indexrelid::regclass::text AS name, ${column('indrelid', 'indkey[0]')} AS first
     FROM pg_index WHERE indisunique`,
  )
  references = await read(
    `SELECT conname AS name, conrelid::regclass::text AS of, confrelid::regclass::text AS to,
       ${column('conrelid', 'conkey[1]')} AS first, ${column('confrelid', 'confkey[1]')} AS first_there
     FROM pg_constraint WHERE contype = 'f'`,
  )
})

it('every key of project data starts with the project', () => {
  const keys = indexes.filter(({ of }) => spread.includes(of))

  expect(keys.length).toBeGreaterThan(20)
  expect(keys.filter(({ first }) => first !== 'project_id')).toEqual([])
})

it('project data refers to project data of the same project', () => {
  const within = references.filter(({ of, to }) => spread.includes(of) && spread.includes(to))

  expect(within.length).toBeGreaterThan(10)
  expect(
    within.filter(({ first, first_there }) => [first, first_there].some((name) => name !== 'project_id')),
  ).toEqual([])
})

it('what is copied to every machine refers to nothing that is spread', () => {
  expect(references.filter(({ of, to }) => !spread.includes(of) && spread.includes(to))).toEqual([])
})
