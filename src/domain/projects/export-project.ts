// A whole project as one archive: compressed JSON lines, with counts and a checksum at the end. Ids stay as they are.
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { notFound, Refusal } from '../../contract/refusal.ts'
import type { Database, Tx } from '../../db/pool.ts'
import {
  ARCHIVED,
  type ArchivedTable,
  beginReading,
  EXPORTS_AT_ONCE,
  selectArchivedRows,
  selectProjectForArchive,
  selectSchema,
} from '../../db/projects/project-archives.ts'
import type { Deps } from '../deps.ts'

/** The format version; raised when older archives can no longer be read. */
export const PROJECT_FORMAT = 1

const ROWS_AT_ONCE = 500

export type ProjectHead = {
  fieldnote_project: number
  schema: number[]
  exported_at: string
  project: { id: string }
}
export type ProjectEnd = { rows: Record<string, number>; sha256: string }

/** Refuses at once instead of waiting for another export. */
export function requireExportConnection(exports: Database): void {
  if (exports.totalCount - exports.idleCount < EXPORTS_AT_ONCE) return
  const detail = `${EXPORTS_AT_ONCE} projects are already being exported; try again when one of them is done`
  throw new Refusal('unavailable', detail, { 'Retry-After': '30' })
}

/**
 * A consistent snapshot, taken while everything continues. Holds one of the connections until it has been read to its
 * end.
 */
export async function exportProject(
  { now }: Pick<Deps, 'now'>,
  connections: Database,
  projectId: string,
): Promise<Readable> {
  const client = await connections.connect()
  const end = () => client.query('ROLLBACK').then(() => client.release(), client.release)
  try {
    await beginReading(client)
    const project = await selectProjectForArchive(client, projectId)
    if (!project) throw notFound('project')
    const head = {
      fieldnote_project: PROJECT_FORMAT,
      schema: await selectSchema(client),
      exported_at: now().toISOString(),
      project,
    }
    const lines = Readable.from(linesOf(client, projectId, JSON.stringify(head)))
    return pipeline(lines, createGzip(), () => void end())
  } catch (error) {
    await end()
    throw error
  }
}

async function* linesOf(tx: Tx, projectId: string, head: string): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (text: string) => {
    hash.update(text)
    return text
  }
  const rows: ProjectEnd['rows'] = {}
  yield hashed(`${head}\n`)
  for (const table of Object.keys(ARCHIVED) as ArchivedTable[]) {
    rows[table] = 0
    yield hashed(`${JSON.stringify({ table })}\n`)
    for await (const some of selectArchivedRows(tx, projectId, table, ROWS_AT_ONCE)) {
      rows[table] += some.length
      yield hashed(some.map((line) => `${line}\n`).join(''))
    }
  }
  yield `${JSON.stringify({ end: { rows, sha256: hash.digest('hex') } satisfies ProjectEnd })}\n`
}
