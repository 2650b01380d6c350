// Statements on the service's own secrets: created once, the same for every process on this database.
import type { Tx } from './pool.ts'

/** The stored value; `proposed` is stored if there is none yet. */
export async function keepSecret(tx: Tx, name: string, proposed: string): Promise<string> {
  await tx.query('INSERT INTO service_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    proposed,
  ])
  const { rows } = await tx.query<{ value: string }>('SELECT value FROM service_secret WHERE name = $1', [
    name,
  ])
  return rows[0]?.value ?? proposed
}
