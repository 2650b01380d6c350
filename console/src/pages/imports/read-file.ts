// Sends a chosen file to the server.
import type { Import, ImportMapping, ImportPreview } from '../../../../src/contract/imports/imports.ts'
import type { ImportField } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath, withQuery } from '../../api.ts'
import type { QueryOf } from '../../operations.ts'

const typeOf = ({ name }: File): string =>
  /\.(jsonl|ndjson)$/i.test(name) ? 'application/x-ndjson' : 'text/csv'

export function previewFile(projectId: string, file: File, said: ImportMapping): Promise<ImportPreview> {
  const beginning = file.slice(0, LIMITS.importPreviewBytes, typeOf(file))
  const path = projectPath(projectId, 'imports', 'preview')
  return api.post(
    withQuery(path, { mapping: JSON.stringify(said) } satisfies QueryOf<'POST', typeof path>),
    beginning,
  )
}

/** Sends the mapping that was shown, so that nothing is recognized again. */
export function sendFile(projectId: string, file: File, shown: ImportPreview['mapping']): Promise<Import> {
  const mapping = { ...shown, sentiments: shown.sentiments.filter(({ sentiment }) => sentiment !== null) }
  const path = projectPath(projectId, 'imports')
  const query = {
    name: [...file.name].slice(0, LIMITS.nameLength).join(''),
    mapping: JSON.stringify(mapping),
  } satisfies QueryOf<'POST', typeof path>
  return api.post(withQuery(path, query), file.slice(0, file.size, typeOf(file)))
}

/** For another column, its values or date format are recognized again. */
export function withColumn(said: ImportMapping, field: ImportField, column: string | null): ImportMapping {
  const { sentiments, date_order, ...others } = said
  return {
    ...others,
    columns: { ...said.columns, [field]: column },
    ...(field !== 'user_sentiment' && sentiments && { sentiments }),
    ...(field !== 'observed_at' && date_order && { date_order }),
  }
}
