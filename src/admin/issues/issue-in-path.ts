// What the operations on issues share: their paths, and finding an issue by its id or its number.
import type { FastifyRequest } from 'fastify'
import { issueIdOf } from '../../domain/issues/read-issues.ts'
import { pathParameter } from '../../http/operation.ts'
import type { AdminContext } from '../auth.ts'

export const issueInPath = (
  { deps, projectId }: Pick<AdminContext, 'deps' | 'projectId'>,
  request: FastifyRequest,
): Promise<string> => issueIdOf(deps, projectId, pathParameter(request, 'issue_id'))

export const LIST = '/api/projects/{project_id}/issues'
export const ONE = `${LIST}/{issue_id}`
export const tag = 'Admin: issues'
export const noSuchIssue = { not_found: 'No such project, or no such issue in it.' }
