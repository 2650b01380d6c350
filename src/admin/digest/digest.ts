// /api/projects/{project_id}/digest

import { DigestFailure, DigestRetried, DigestStatus } from '../../contract/digest/digest.ts'
import { DIGEST } from '../../contract/digest/digest-example.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import {
  getDigest,
  listDigestFailures,
  restartDigest,
  retryDigest,
} from '../../domain/digest/manage-digest.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const pageQuery = listQuery(PageQuery)

const PATH = '/api/projects/{project_id}/digest'
const tag = 'Admin: digest'
const FAILURE = {
  observation_id: '0199c0de-7a11-7000-8000-000000000003',
  study_id: null,
  answer_id: null,
  attempts: 5,
  error: 'the embedding model could not be read',
  failed_at: '2026-03-14T09:30:02.518Z',
}

export const digestOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: PATH,
    operationId: 'get_digest',
    summary: 'Read the progress of the digest',
    tag,
    success: { status: 200, description: 'Pending, failed and lag.', schema: DigestStatus, example: DIGEST },
    async handle({ deps, projectId }) {
      return { body: await getDigest(deps, projectId) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${PATH}/failures`,
    operationId: 'list_digest_failures',
    summary: 'List observations and answers whose digest failed',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first, each with its last error.',
      schema: PageOf(DigestFailure),
      example: { items: [FAILURE], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listDigestFailures(deps, projectId, pageQuery(request)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${PATH}/retry`,
    operationId: 'retry_digest',
    summary: 'Retry the failed ones',
    tag,
    success: { status: 200, description: 'How many.', schema: DigestRetried, example: { retried: 2 } },
    async handle({ deps, projectId, actor }) {
      return { body: await retryDigest(deps, actor, projectId) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${PATH}/restart`,
    operationId: 'restart_digest',
    summary: 'Digest every observation of the project again',
    description: 'In the background; nothing disappears meanwhile, and people’s decisions stay.',
    tag,
    success: { status: 202, description: 'All queued.', schema: DigestStatus, example: DIGEST },
    async handle({ deps, projectId, actor }) {
      await restartDigest(deps, actor, projectId)
      return { body: await getDigest(deps, projectId) }
    },
  },
]
