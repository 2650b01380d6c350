// Receives a file: each row is read, checked and redacted as it arrives, and waits for a worker. A file that does not
// arrive completely leaves nothing.
import type { Import } from '../../contract/imports/imports.ts'
import type { ImportFormat } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { insertImportRows } from '../../db/imports/import-rows.ts'
import { insertImport, startImport } from '../../db/imports/imports.ts'
import { inTransaction } from '../../db/pool.ts'
import { countRedactions, selectPrivacy } from '../../db/privacy/privacy.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { redactRows } from '../privacy/redact-incoming.ts'
import type { FileRow } from './file-row.ts'
import { giveUpImport } from './import-step.ts'
import { showImport } from './manage-imports.ts'
import { completeMapping, type Mapping, parseMapping, requireColumns } from './mapping.ts'
import { type Bytes, openFile } from './open-file.ts'
import type { ReceivingPace } from './pace-receiving.ts'
import { type ReadRow, rowReader } from './read-row.ts'

/** Small enough that other calls are answered in between. */
const ROWS_AT_ONCE = 200

export type ImportFile = {
  name: string
  format: ImportFormat
  bytes: Bytes
  /** The JSON of an ImportMapping. */
  mapping: string | undefined
  pace: ReceivingPace
  /** Called when everything has arrived: during a long upload, the caller may have lost the right to import. */
  stillAllowed(): Promise<void>
}

export async function createImport(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { name, format, bytes, mapping: sent, pace, stillAllowed }: ImportFile,
): Promise<Import> {
  const file = await openFile(format, bytes)
  const mapping = completeMapping(parseMapping(sent), file)
  requireColumns(mapping)
  const id = deps.newId()
  await insertImport(deps.db, projectId, {
    id,
    name,
    format,
    mapping,
    created_by: actor,
    created_at: deps.now(),
  })
  try {
    await receiveAll(deps, projectId, { id, mapping, rows: file.rows, pace })
    await stillAllowed()
    return await inTransaction(deps.db, async (tx) => {
      const started = await startImport(tx, projectId, id, deps.now())
      if (!started) throw interrupted()
      const facts = { name, rows: started.read }
      await audit(tx, deps, projectId, { actor, action: 'import.started', subjectId: id, facts })
      return showImport(started)
    })
  } catch (error) {
    await giveUpImport(deps, projectId, id)
    throw error
  }
}

type Receiving = { id: string; mapping: Mapping; rows: AsyncIterable<FileRow>; pace: ReceivingPace }

async function receiveAll(deps: Deps, projectId: string, { id, mapping, rows, pace }: Receiving) {
  const read = rowReader(mapping, `import ${id}`)
  const { step, close } = pace.open()
  try {
    for await (const some of batches(rows)) await step(() => receive(deps, projectId, id, some.map(read)))
  } finally {
    close()
  }
}

async function* batches(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = []
  let count = 0
  for await (const row of rows) {
    if (++count > LIMITS.importRows) throw tooManyRows()
    batch.push(row)
    if (batch.length < ROWS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function receive(deps: Deps, projectId: string, id: string, rows: ReadRow[]): Promise<void> {
  const read = rows.flatMap((row) =>
    'observation' in row ? [{ number: row.number, ...row.observation }] : [],
  )
  const refused = rows.flatMap((row) => ('reason' in row ? [row] : []))
  const { value: waiting, redactions } = await redactRows(await selectPrivacy(deps.db, projectId), read)
  await inTransaction(deps.db, async (tx) => {
    const at = deps.now()
    if (!(await insertImportRows(tx, projectId, id, { waiting, refused, at }))) throw interrupted()
    const counts = Object.entries(redactions ?? {})
    if (counts.length > 0) await countRedactions(tx, projectId, at, counts)
  })
}

const tooManyRows = (): Refusal =>
  new Refusal(
    'too_large',
    `the file has more than ${LIMITS.importRows.toLocaleString('en')} rows; import it in parts`,
  )

const interrupted = (): Refusal =>
  new Refusal('conflict', 'the import was given up because nothing arrived for too long; send the file again')
