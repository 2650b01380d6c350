// A whole project as one archive: compressed JSON lines, with counts and a checksum at the end. Ids stay as they are.
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { notFound } from '../../contract/refusal.ts'
import type { Tx } from '../../db/pool.ts'
import {
  ARCHIVED,
  type ArchivedTable,
  beginReading,
  selectArchivedRows,
  selectProjectForArchive,
  selectSchema,
} from '../../db/projects/project-archives.ts'
import type { Deps } from '../deps.ts'

/** Of the format; raised when archives of before can no longer be read. */
export const ARCHIVE_FORMAT = 1

const ROWS_AT_ONCE = 500

export type ArchiveHead = {
  fieldnote_project: number
  schema: number[]
  exported_at: string
  project: { id: string }
}
export type ArchiveEnd = { rows: Record<string, number>; sha256: string }

/** All of it as it is at this moment, while everything goes on. */
export async function exportProject(deps: Deps, projectId: string): Promise<Readable> {
  const client = await deps.db.connect()
  const end = () => client.query('ROLLBACK').then(() => client.release(), client.release)
  try {
    await beginReading(client)
    const project = await selectProjectForArchive(client, projectId)
    if (!project) throw notFound('project')
    const head = {
      fieldnote_project: ARCHIVE_FORMAT,
      schema: await selectSchema(client),
      exported_at: deps.now().toISOString(),
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
  const rows: ArchiveEnd['rows'] = {}
  yield hashed(`${head}\n`)
  for (const table of Object.keys(ARCHIVED) as ArchivedTable[]) {
    rows[table] = 0
    yield hashed(`${JSON.stringify({ table })}\n`)
    for await (const some of selectArchivedRows(tx, projectId, table, ROWS_AT_ONCE)) {
      rows[table] += some.length
      yield hashed(some.map((line) => `${line}\n`).join(''))
    }
  }
  yield `${JSON.stringify({ end: { rows, sha256: hash.digest('hex') } satisfies ArchiveEnd })}\n`
}
