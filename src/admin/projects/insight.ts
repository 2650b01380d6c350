// /api/projects/{project_id}/overview and /audit
import { PageOf, PageQuery } from '../../contract/admin.ts'
import { AUDIT_ENTRY, OVERVIEW } from '../../contract/examples.ts'
import { AuditEntry, Overview, OverviewQuery } from '../../contract/issues/issues.ts'
import { AUDIT_MAKERS } from '../../contract/labels.ts'
import { ObjectOf, OneOf, Optional, Uuid } from '../../contract/schema.ts'
import { listAudit } from '../../domain/audit/audit.ts'
import { readOverview } from '../../domain/projects/read-overview.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const AuditQuery = ObjectOf(
  {
    ...PageQuery.fields,
    subject: Optional(Uuid({ description: 'Only what was done to this issue, tag or observation.' })),
    by: Optional(
      OneOf(AUDIT_MAKERS, {
        description:
          'Only what people did, themselves or through a token or a command, or only what the digest did by itself.',
      }),
    ),
  },
  { additionalProperties: false },
)

const overviewQuery = listQuery(OverviewQuery)
const auditQuery = listQuery(AuditQuery)
const DAYS = 30

export const insightOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}/overview',
    operationId: 'get_overview',
    summary: 'Read the project at a glance',
    tag: 'Admin: insight',
    query: OverviewQuery,
    success: {
      status: 200,
      description: 'Counts and series of the period.',
      schema: Overview,
      example: OVERVIEW,
    },
    async handle({ deps, projectId }, request) {
      return { body: await readOverview(deps, projectId, overviewQuery(request).days ?? DAYS) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}/audit',
    operationId: 'list_audit',
    summary: 'List who changed what',
    tag: 'Admin: insight',
    query: AuditQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(AuditEntry),
      example: { items: [AUDIT_ENTRY], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      const { subject = null, by = null, ...query } = auditQuery(request)
      return { body: await listAudit(deps, projectId, { subject, by }, query) }
    },
  },
]
