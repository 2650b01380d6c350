// Databases and files for backups. What looks at a database here is not taken for a service that uses it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { atEnd } from '../../closings.ts'
import { testDatabase } from '../../service.ts'

export const PASSPHRASE = 'sixteen-letters-and-more'

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnote-backups-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type Place = { connection: pg.ClientConfig; client: pg.Client }

/** A copy of the migrated database, or of nothing at all (`template0`). */
export async function newPlace(template?: string): Promise<Place> {
  const { connection } = await testDatabase(template)
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  atEnd(() => client.end())
  return { connection, client }
}

export async function tablesOf({ client }: Place): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition ORDER BY relname`,
  )
  return rows.map(({ relname }) => relname)
}

/** Every row of every table as text, in order; apart from when migrations ran. */
export async function contentsOf(place: Place): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of await tablesOf(place)) {
    const row = table === 'schema_migration' ? "to_jsonb(t) - 'applied_at'" : 'to_jsonb(t)'
    const { rows } = await place.client.query(`SELECT (${row})::text AS row FROM ${table} t ORDER BY 1`)
    found[table] = rows.map((one) => one.row)
  }
  return found
}
