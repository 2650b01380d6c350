// Turns an error into one line for the person who ran the command; only our own faults show a stack.
import { ConfigError } from '../config.ts'
import { Refusal } from '../contract/refusal.ts'
import { MigrationError } from '../db/migrate.ts'
import { DatabaseError } from '../db/open.ts'
import { BackupError } from '../domain/backups/archive.ts'
import { BootstrapError } from '../domain/projects/bootstrap.ts'
import { unavailable } from '../domain/unavailable.ts'
import { StartError } from '../start-error.ts'

const EXPECTED = [ConfigError, DatabaseError, MigrationError, BootstrapError, BackupError, StartError]

export function explain(error: unknown): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message
  const refusal = error instanceof Refusal ? error : unavailable(error)
  if (refusal) return inOneLine(refusal)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function inOneLine({ detail }: Refusal): string {
  if (typeof detail === 'string') return detail
  return detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ')
}
