// /api/projects/{project_id}/export/{observations,answers,issues}.{csv,jsonl}
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { IssuesQuery } from '../contract/issues/issues.ts'
import { ObservationsQuery } from '../contract/observations/observation-details.ts'
import { AnswersQuery } from '../contract/research/study-insight.ts'
import { AnyText, ObjectOf, type Schema } from '../contract/schema.ts'
import { exportAnswers, exportIssues, exportObservations } from '../domain/export.ts'
import { TABLE_FORMATS, type Table, type TableFormat } from '../http/table-formats.ts'
import type { AdminContext } from './auth.ts'
import { listQuery } from './list-query.ts'
import type { AdminOperation } from './operation.ts'

/** The list's filters without paging: an export contains everything. */
function withoutPages<Q extends { fields: Record<string, unknown> }>(list: Q) {
  const { limit: _, cursor: __, ...filters } = list.fields
  return ObjectOf(filters as Record<string, Schema>, { additionalProperties: false })
}

const OBSERVATION_FILTERS = withoutPages(ObservationsQuery)
const ISSUE_FILTERS = withoutPages(IssuesQuery)

type Kind = {
  name: string
  query: Schema
  table(context: AdminContext, request: FastifyRequest): Table
}

const observationFilters = listQuery(OBSERVATION_FILTERS)
const issueFilters = listQuery(ISSUE_FILTERS)
const answerFilters = listQuery(AnswersQuery)

const KINDS: Kind[] = [
  {
    name: 'observations',
    query: OBSERVATION_FILTERS,
    table: ({ deps, projectId }, request) => exportObservations(deps, projectId, observationFilters(request)),
  },
  {
    name: 'issues',
    query: ISSUE_FILTERS,
    table: ({ deps, projectId, account }, request) =>
      exportIssues(deps, projectId, issueFilters(request), account),
  },
  {
    name: 'answers',
    query: AnswersQuery,
    table: ({ deps, projectId }, request) => exportAnswers(deps, projectId, answerFilters(request)),
  },
]

function exportOperation({ name, query, table }: Kind, format: TableFormat): AdminOperation {
  const { mediaType, write } = TABLE_FORMATS[format]
  return {
    method: 'GET',
    role: 'viewer',
    path: `/api/projects/{project_id}/export/${name}.${format}`,
    operationId: `export_${name}_${format}`,
    summary: `Export ${name} as ${format === 'csv' ? 'CSV' : 'JSON lines'}`,
    description:
      'Streamed, with the filters of the list, in its order when the export began. CSV always has a header line; no cell can become a formula.',
    tag: 'Admin: export',
    query,
    success: {
      status: 200,
      description: 'One row each.',
      schema: AnyText(),
      mediaType: mediaType.split(';')[0] as string,
    },
    async handle(context, request) {
      const headers = {
        'Content-Type': mediaType,
        'Content-Disposition': `attachment; filename="${name}.${format}"`,
      }
      return { body: Readable.from(write(table(context, request))), headers }
    },
  }
}

export const exportOperations = KINDS.flatMap((kind) => [
  exportOperation(kind, 'csv'),
  exportOperation(kind, 'jsonl'),
])
