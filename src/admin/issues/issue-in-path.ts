// The issue that an address names: by its id, or by its number.
import type { FastifyRequest } from 'fastify'
import { issueIdOf } from '../../domain/issues/read-issues.ts'
import { pathParameter } from '../../http/operation.ts'
import type { AdminContext } from '../auth.ts'

export const issueInPath = (
  { deps, projectId }: Pick<AdminContext, 'deps' | 'projectId'>,
  request: FastifyRequest,
): Promise<string> => issueIdOf(deps, projectId, pathParameter(request, 'issue_id'))
