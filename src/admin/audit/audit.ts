// /api/projects/{project_id}/audit
import { AuditEntry, AuditQuery } from '../../contract/audit/audit.ts'
import { AUDIT_ENTRY } from '../../contract/audit/audit-example.ts'
import { PageOf } from '../../contract/pages.ts'
import { listAudit } from '../../domain/audit/audit.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const auditQuery = listQuery(AuditQuery)

export const auditOperations: AdminOperation[] = [
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
