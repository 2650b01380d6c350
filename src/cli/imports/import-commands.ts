// Import commands: they read a file into the service's database, whether the service is running or not, and undo
// imports.
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import type { Import, ImportMapping, ImportPreview } from '../../contract/imports/imports.ts'
import { type DateOrder, IMPORT_FIELDS, type ImportFormat, SENTIMENTS } from '../../contract/labels.ts'
import { anyOf } from '../../contract/wording.ts'
import { COMMAND_LINE } from '../../domain/audit/audit.ts'
import type { Deps } from '../../domain/deps.ts'
import { createImport } from '../../domain/imports/create-import.ts'
import { importStep } from '../../domain/imports/import-step.ts'
import { getImport, undoImport } from '../../domain/imports/manage-imports.ts'
import { UNPACED } from '../../domain/imports/pace-receiving.ts'
import { previewImport } from '../../domain/imports/preview-import.ts'
import { StartError } from '../../start-error.ts'
import { withDatabase } from '../database.ts'
import { type Output, print } from '../output.ts'
import { whichProject } from '../which-project.ts'
import { requireFile } from './require-file.ts'

export type ImportOptions = Output & {
  project?: string
  column: string[]
  sentiment: string[]
  dates?: DateOrder
  format?: ImportFormat
  preview?: true
}

const COUNTS = ['id', 'name', 'state', 'read', 'stored', 'refused', 'duplicates'] as const

export async function importFile(config: Config, path: string, options: ImportOptions): Promise<void> {
  const file = { name: basename(path), format: options.format ?? formatOf(path), mapping: mappingOf(options) }
  await requireFile(path)
  const bytes = createReadStream(path)
  await withDatabase(config, async (deps) => {
    const { id } = await whichProject(deps, options.project)
    if (options.preview) {
      const preview = await previewImport(deps, id, { ...file, bytes })
      return options.json ? print(preview, [], options) : printPreview(preview, options)
    }
    const started = await createImport(deps, COMMAND_LINE, id, {
      ...file,
      bytes,
      pace: UNPACED,
      stillAllowed: async () => {},
    })
    await finish(deps, id, started)
    const { reasons, ...done } = await getImport(deps, id, started.id)
    print(options.json ? { ...done, reasons } : done, [...COUNTS], options)
    if (!options.json && reasons.length > 0) print(reasons, ['row', 'reason'], options)
  })
}

export function undoImportCommand(
  config: Config,
  importId: string,
  { project, ...output }: Output & { project?: string },
): Promise<void> {
  return withDatabase(config, async (deps) => {
    const { id } = await whichProject(deps, project)
    await finish(deps, id, await undoImport(deps, COMMAND_LINE, id, importId))
    const { reasons: _, ...undone } = await getImport(deps, id, importId)
    print(undone, ['id', 'name', 'state', 'removed'], output)
  })
}

const LOOK_EVERY_MS = 100

/** A worker of a running service does the same; whoever comes first takes the next step. */
async function finish(deps: Deps, projectId: string, { id }: Import): Promise<void> {
  for (;;) {
    const worked = await importStep(deps, id)
    const { state, read, stored, refused, duplicates, removed } = await getImport(deps, projectId, id)
    const [done, all] = state === 'undoing' ? [removed, stored] : [stored + refused + duplicates, read]
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} rows`)
    if (state === 'done' || state === 'undone') break
    if (!worked) await wait(LOOK_EVERY_MS)
  }
  if (process.stderr.isTTY) process.stderr.write('\n')
}

function printPreview(preview: ImportPreview, output: Output): void {
  const { columns } = preview.mapping
  print(
    IMPORT_FIELDS.map((field) => ({ field, column: columns[field] ?? '-' })),
    ['field', 'column'],
    output,
  )
  const rows = preview.rows.map(({ row, observation, reason }) => ({ row, ...observation, reason }))
  process.stdout.write('\n')
  print(rows, ['row', 'user_id', 'user_sentiment', 'observed_at', 'title', 'reason'], output)
}

function formatOf(path: string): ImportFormat {
  if (/\.(csv|tsv|txt)$/i.test(path)) return 'csv'
  if (/\.(jsonl|ndjson)$/i.test(path)) return 'jsonl'
  throw new StartError(`Use --format to say whether ${basename(path)} is csv or jsonl.`)
}

function mappingOf({ column, sentiment, dates }: ImportOptions): string {
  const columns = Object.fromEntries(column.map((said) => pairOf(said, '--column', IMPORT_FIELDS)))
  const sentiments = sentiment.map((said) => {
    const [value, meaning] = splitAt(said, said.lastIndexOf('='), '--sentiment')
    requireOneOf(meaning, SENTIMENTS, '--sentiment')
    return { value, sentiment: meaning }
  })
  const mapping = { columns, sentiments, ...(dates && { date_order: dates }) } as ImportMapping
  return JSON.stringify(mapping)
}

/** `title=Subject`; nothing after the equals sign means no column. */
function pairOf(said: string, option: string, names: readonly string[]): [string, string | null] {
  const [name, column] = splitAt(said, said.indexOf('='), option)
  requireOneOf(name, names, option)
  return [name, column === '' ? null : column]
}

function splitAt(said: string, at: number, option: string): [string, string] {
  if (at < 0) throw new StartError(`${option} takes a pair such as a=b, not "${said}".`)
  return [said.slice(0, at), said.slice(at + 1)]
}

function requireOneOf(name: string, names: readonly string[], option: string): void {
  if (!names.includes(name)) throw new StartError(`${option} knows ${anyOf(names)}, not "${name}".`)
}
