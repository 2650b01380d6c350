// How a file would be read: its columns, their meaning, and its first rows as they would be stored.
import type { ImportPreview } from '../../contract/imports/imports.ts'
import type { ImportFormat } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { selectPrivacy } from '../../db/privacy/privacy.ts'
import type { Deps } from '../deps.ts'
import { redactRows } from '../privacy/redact-incoming.ts'
import { completeMapping, parseMapping } from './mapping.ts'
import { type Bytes, lengthOfLines, type OpenedFile, openFile } from './open-file.ts'
import { rowReader } from './read-row.ts'

const EXAMPLES = 3
const EXAMPLE_LENGTH = 100

/** The beginning of the file is enough; nothing is stored. */
export async function previewImport(
  deps: Deps,
  projectId: string,
  { format, bytes, mapping: sent }: { format: ImportFormat; bytes: Bytes; mapping: string | undefined },
): Promise<ImportPreview> {
  const file = await openFile(format, beginningOf(bytes))
  const mapping = completeMapping(parseMapping(sent), file)
  return {
    columns: file.columns.map((name) => ({ name, examples: examplesOf(file, name) })),
    mapping,
    rows: await firstRows(deps, projectId, file, rowReader(mapping, 'import')),
  }
}

/** Up to the last complete line, so that half a row is not taken for one. */
async function* beginningOf(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    length += piece.length
    if (length >= LIMITS.importPreviewBytes) break
  }
  const whole = Buffer.concat(pieces)
  const end = length < LIMITS.importPreviewBytes ? length : lengthOfLines(whole)
  yield whole.subarray(0, end)
}

const examplesOf = ({ first }: OpenedFile, column: string): string[] =>
  [...new Set(first.map((row) => row.cell(column).trim()).filter((value) => value !== ''))]
    .slice(0, EXAMPLES)
    .map((value) => [...value].slice(0, EXAMPLE_LENGTH).join(''))

async function firstRows(
  deps: Deps,
  projectId: string,
  { first }: OpenedFile,
  read: ReturnType<typeof rowReader>,
): Promise<ImportPreview['rows']> {
  const rows = first.slice(0, LIMITS.importPreviewRows).map(read)
  const settings = await selectPrivacy(deps.db, projectId)
  const shown = rows.map(async (row) => {
    if ('reason' in row) return { row: row.number, observation: null, reason: row.reason }
    const { value } = await redactRows(settings, [row.observation])
    return { row: row.number, observation: value[0] ?? null, reason: null }
  })
  return Promise.all(shown)
}
