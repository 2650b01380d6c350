// /api/projects/{project_id}/limits

import { ProjectLimits, ProjectLimitsUpdate } from '../../contract/projects/limits.ts'
import { LIMITS_SET, LIMITS_SHOWN } from '../../contract/projects/project-examples.ts'
import { exactBody } from '../../contract/validate.ts'
import { getLimits, updateLimits } from '../../domain/projects/limits/manage-limits.ts'
import type { AdminOperation } from '../operation.ts'

const updateBody = exactBody(ProjectLimitsUpdate)

const PATH = '/api/projects/{project_id}/limits'
const tag = 'Admin: keys'

export const limitOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: PATH,
    operationId: 'get_limits',
    summary: 'Read the limits',
    tag,
    success: { status: 200, description: 'The limits.', schema: ProjectLimits, example: LIMITS_SHOWN },
    async handle({ deps, projectId }) {
      return { body: await getLimits(deps, projectId) }
    },
  },
  {
    method: 'PUT',
    role: 'owner',
    path: PATH,
    operationId: 'update_limits',
    summary: 'Change the limits',
    description:
      'Replaces all limits; omitted ones leave only the service’s own. Of two limits the lower counts. In force on every process within a second.',
    tag,
    body: { schema: ProjectLimitsUpdate, example: LIMITS_SET },
    success: {
      status: 200,
      description: 'The limits after the change.',
      schema: ProjectLimits,
      example: LIMITS_SHOWN,
    },
    async handle({ deps, projectId, actor }, request) {
      return { body: await updateLimits(deps, actor, projectId, updateBody.parse(request.body)) }
    },
  },
]
