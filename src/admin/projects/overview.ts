// /api/projects/{project_id}/overview

import { LIMITS } from '../../contract/limits.ts'
import { Overview, OverviewQuery } from '../../contract/projects/overview.ts'
import { OVERVIEW } from '../../contract/projects/overview-example.ts'
import { getOverview } from '../../domain/projects/get-overview.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const overviewQuery = listQuery(OverviewQuery)

export const overviewOperations: AdminOperation[] = [
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
      return { body: await getOverview(deps, projectId, overviewQuery(request).days ?? LIMITS.periodDays) }
    },
  },
]
