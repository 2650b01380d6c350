// The pooler that the database is tested behind: where it is, and how it is installed where it is missing.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installFromDebian } from './install-debian.mjs'

const PLACES = ['/usr/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer', '/usr/local/bin/pgbouncer']

/** The path of a PgBouncer, or undefined. */
export const findPgbouncer = () =>
  [process.env.PGBOUNCER_PATH, ...PLACES].find((path) => path !== undefined && existsSync(path))

if (process.argv[1] === fileURLToPath(import.meta.url) && !findPgbouncer())
  installFromDebian('PgBouncer', ['pgbouncer'], 'install PgBouncer, or set PGBOUNCER_PATH to one.')
