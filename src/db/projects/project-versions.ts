// Statements on project versions: a number that grows with every change of what processes cache about a project.
import pg from 'pg'
import type { Tx } from '../pool.ts'
import type { Connection } from '../pooler.ts'

/** By project; missing projects are left out. */
export async function selectProjectVersions(tx: Tx, projectIds: string[]): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ project_id: string; version: number }>({
    name: 'select-project-versions',
    text: 'SELECT project_id, version::float8 FROM project_version WHERE project_id = ANY($1::uuid[])',
    values: [projectIds],
  })
  return new Map(rows.map(({ project_id, version }) => [project_id, version]))
}

const CHANNEL = 'fieldnote_project_changed'
const AGAIN_MS = 1_000

export type ChangeListener = { close(): Promise<void> }

/**
 * Calls back for every change at its commit, with `null` when any project may have changed: after a TRUNCATE and after
 * each reconnect. It reconnects by itself; only how soon a change is noticed depends on it. Notifications do not pass a
 * pooler, so nobody listens through one.
 */
export function listenForProjectChanges(
  { pooled = false, ...connection }: Connection,
  onChange: (projectId: string | null) => void,
): ChangeListener {
  let closed = false
  let again: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  const connect = async () => {
    const own = new pg.Client({ ...connection, application_name: 'fieldnote', keepAlive: true })
    client = own
    own.on('error', () => {}) // its end is reported as well
    own.once('end', () => {
      if (!closed) again = setTimeout(start, AGAIN_MS)
    })
    own.on('notification', ({ payload }) => onChange(payload || null))
    await own.connect()
    await own.query(`LISTEN ${CHANNEL}`)
    onChange(null)
  }
  const start = () => {
    connect().catch(() => client?.end().catch(() => {}))
  }
  if (!pooled) start()
  return {
    async close() {
      closed = true
      clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}
