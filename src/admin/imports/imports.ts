// /api/projects/{project_id}/imports
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { IMPORT, IMPORT_DETAIL, IMPORT_PREVIEW } from '../../contract/imports/import-examples.ts'
import {
  IMPORT_FILE_LIMITS,
  Import,
  ImportDetail,
  ImportPreview,
  ImportPreviewQuery,
  ImportQuery,
} from '../../contract/imports/imports.ts'
import type { ImportFormat } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { Refusal } from '../../contract/refusal.ts'
import { AnyText } from '../../contract/schema.ts'
import { createImport } from '../../domain/imports/create-import.ts'
import {
  exportImportErrors,
  getImport,
  listImports,
  undoImport,
} from '../../domain/imports/manage-imports.ts'
import { previewImport } from '../../domain/imports/preview-import.ts'
import { FORM } from '../../http/bodies/form-file.ts'
import { uploadOf } from '../../http/bodies/uploads.ts'
import { pathParameter } from '../../http/operation.ts'
import { TABLE_FORMATS } from '../../http/table-formats.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const importQuery = listQuery(ImportQuery)
const previewQuery = listQuery(ImportPreviewQuery)
const pageQuery = listQuery(PageQuery)

const FORMATS = new Map<string, ImportFormat>(
  Object.entries({
    'text/csv': 'csv',
    'application/x-ndjson': 'jsonl',
    'application/jsonl': 'jsonl',
  }),
)

/** Many senders know no media type for such files; then the extension decides. */
const FORMATS_BY_NAME = new Map<string, ImportFormat>(
  Object.entries({
    csv: 'csv',
    tsv: 'csv',
    txt: 'csv',
    jsonl: 'jsonl',
    ndjson: 'jsonl',
  }),
)

async function fileOf(request: FastifyRequest) {
  const { mediaType, name = '', bytes } = await uploadOf(request)
  const format = FORMATS.get(mediaType) ?? FORMATS_BY_NAME.get(name.split('.').at(-1)?.toLowerCase() ?? '')
  if (!format) throw new Refusal('unsupported_media_type', UNKNOWN_FORMAT)
  return { name: nameOf(name), format, bytes }
}

const UNKNOWN_FORMAT = `the file in the form is neither ${[...FORMATS.keys()].join(' nor ')}, and its name does not end in .csv or .jsonl`

/** The part of the file name that fits. */
const nameOf = (name: string): string =>
  [...name.replaceAll(/\p{Cc}/gu, '').trim()].slice(0, LIMITS.nameLength).join('') || 'file'

const upload = {
  description: 'CSV with a header line, or JSON Lines; in UTF-8.',
  mediaTypes: [...FORMATS.keys(), FORM],
  maxBytes: LIMITS.importBytes,
}

const PATH = '/api/projects/{project_id}/imports'
const ONE = `${PATH}/{import_id}`
const tag = 'Admin: imports'
const idOf = (request: FastifyRequest) => pathParameter(request, 'import_id').toLowerCase()
const noSuchImport = { not_found: 'No such project for this caller, or no such import.' } as const

export const importOperations: AdminOperation[] = [
  {
    method: 'POST',
    role: 'owner',
    path: PATH,
    operationId: 'create_import',
    summary: 'Import observations from a file',
    description: `One observation from each row. Answers once the file is received whole; its rows then become observations, behind those
that agents post meanwhile. Rows that cannot be read are refused one by one. A row whose external id is stored already is left out.
${IMPORT_FILE_LIMITS}`,
    tag,
    query: ImportQuery,
    upload,
    success: {
      status: 202,
      description: 'The file has been received, and its rows are being stored.',
      schema: Import,
      example: IMPORT,
    },
    refusals: { conflict: 'The import was given up because nothing arrived for too long.' },
    async handle({ deps, actor, projectId, stillAllowed }, request) {
      const { name, mapping } = importQuery(request)
      const sent = await fileOf(request)
      const file = { ...sent, name: name ?? sent.name, mapping, pace: deps.receiving, stillAllowed }
      return { body: await createImport(deps, actor, projectId, file) }
    },
  },
  {
    method: 'POST',
    role: 'owner',
    path: `${PATH}/preview`,
    operationId: 'preview_import',
    summary: 'Preview a file before importing it',
    description: `Shows how its columns are read, and its first rows. Send its beginning: of more than
${LIMITS.importPreviewBytes / 1024} KiB, only that much is read. Nothing is stored.`,
    tag,
    query: ImportPreviewQuery,
    upload,
    success: {
      status: 200,
      description: 'How the file would be read.',
      schema: ImportPreview,
      example: IMPORT_PREVIEW,
    },
    async handle({ deps, projectId }, request) {
      const { mapping } = previewQuery(request)
      return { body: await previewImport(deps, projectId, { ...(await fileOf(request)), mapping }) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: PATH,
    operationId: 'list_imports',
    summary: 'List imports',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: 'The newest first.',
      schema: PageOf(Import),
      example: { items: [IMPORT], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listImports(deps, projectId, pageQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: ONE,
    operationId: 'get_import',
    summary: 'Read the progress of an import',
    tag,
    success: { status: 200, description: 'The import.', schema: ImportDetail, example: IMPORT_DETAIL },
    refusals: noSuchImport,
    async handle({ deps, projectId }, request) {
      return { body: await getImport(deps, projectId, idOf(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/errors.csv`,
    operationId: 'export_import_errors_csv',
    summary: 'Export why rows were refused',
    description: 'The number of each refused row and the reason. The row itself is not stored.',
    tag,
    success: {
      status: 200,
      description: 'One line each, streamed.',
      schema: AnyText(),
      mediaType: 'text/csv',
    },
    refusals: noSuchImport,
    async handle({ deps, projectId }, request) {
      const { mediaType, write } = TABLE_FORMATS.csv
      const headers = {
        'Content-Type': mediaType,
        'Content-Disposition': 'attachment; filename="import-errors.csv"',
      }
      return { body: Readable.from(write(await exportImportErrors(deps, projectId, idOf(request)))), headers }
    },
  },
  {
    method: 'DELETE',
    role: 'owner',
    path: ONE,
    operationId: 'undo_import',
    summary: 'Undo an import',
    description:
      'Removes every observation of the import and everything derived from it. Once this call returns, nothing more of the import is stored.',
    tag,
    success: {
      status: 202,
      description: 'It is being undone.',
      schema: Import,
      example: { ...IMPORT, state: 'undoing' },
    },
    refusals: { ...noSuchImport, conflict: 'It is still being received, or was undone already.' },
    async handle({ deps, actor, projectId }, request) {
      return { body: await undoImport(deps, actor, projectId, idOf(request)) }
    },
  },
]
