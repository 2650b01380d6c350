// This program's migrations: numbered SQL files, in folders by number, with a checksum each.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url))

export type Migration = {
  version: number
  name: string
  sql: string
  checksum: string
  /** Programs without the migration of this number do not work with the schema from here on; 0: all do. */
  needs: number
}

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^\d{4}_.+\.sql$/.test(basename(path)))
    .map((path) => migrationOf(basename(path), readFileSync(join(folder, path), 'utf8')))
    .sort((one, other) => one.version - other.version)
}

/** The same on every system: a checkout on Windows may have other line endings. */
export function migrationOf(file: string, text: string): Migration {
  const sql = text.replaceAll('\r\n', '\n')
  return {
    version: Number(file.slice(0, 4)),
    name: file.replace(/\.sql$/, ''),
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    needs: Number(/^-- needs: (\d{4})\b/m.exec(sql)?.[1] ?? 0),
  }
}
