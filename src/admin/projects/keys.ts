// /api/projects/{project_id}/keys

import { PageOf, PageQuery } from '../../contract/pages.ts'
import { ApiKey, ApiKeyCreate, ApiKeyCreated, ApiKeyRotate } from '../../contract/projects/keys.ts'
import { KEY } from '../../contract/projects/project-examples.ts'
import { exactBody } from '../../contract/validate.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../../domain/projects/manage-keys.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const createBody = exactBody(ApiKeyCreate)
const rotateBody = exactBody(ApiKeyRotate)
const pageQuery = listQuery(PageQuery)

export const keyOperations: AdminOperation[] = [
  {
    method: 'POST',
    role: 'owner',
    path: '/api/projects/{project_id}/keys',
    operationId: 'create_key',
    summary: 'Create an API key',
    description: 'The key is only in this response: the service stores its hash.',
    tag: 'Admin: keys',
    body: { schema: ApiKeyCreate, example: { name: 'Support agent', expires_at: null } },
    success: {
      status: 201,
      description: 'Created.',
      schema: ApiKeyCreated,
      example: { ...KEY, key: `${KEY.prefix}…` },
    },
    async handle({ deps, projectId, actor }, request) {
      return { body: await createKey(deps, actor, projectId, createBody.parse(request.body)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}/keys',
    operationId: 'list_keys',
    summary: 'List API keys',
    tag: 'Admin: keys',
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first, revoked and expired ones included.',
      schema: PageOf(ApiKey),
      example: { items: [KEY], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listKeys(deps, projectId, pageQuery(request)) }
    },
  },
  {
    method: 'POST',
    role: 'owner',
    path: '/api/projects/{project_id}/keys/{key_id}/rotate',
    operationId: 'rotate_key',
    summary: 'Replace an API key',
    description:
      'Creates a new key with the same name. The old one keeps working for the hours you choose, so that agents can switch one by one; `last_used_at` shows whether it is still used.',
    tag: 'Admin: keys',
    body: { schema: ApiKeyRotate, example: { overlap_hours: 24 } },
    success: {
      status: 201,
      description: 'The new key.',
      schema: ApiKeyCreated,
      example: { ...KEY, key: `${KEY.prefix}…` },
    },
    refusals: {
      not_found: 'No such project, or no such key in it.',
      conflict: 'The key no longer works, or was replaced already.',
    },
    async handle({ deps, projectId, actor }, request) {
      const rotated = rotateBody.parse(request.body)
      return { body: await rotateKey(deps, actor, projectId, pathParameter(request, 'key_id'), rotated) }
    },
  },
  {
    method: 'DELETE',
    role: 'owner',
    path: '/api/projects/{project_id}/keys/{key_id}',
    operationId: 'revoke_key',
    summary: 'Revoke an API key',
    description: 'Takes effect at once, on every process. Revoking again changes nothing.',
    tag: 'Admin: keys',
    success: { status: 204, description: 'Revoked.' },
    refusals: { not_found: 'No such project, or no such key in it.' },
    async handle({ deps, projectId, actor }, request) {
      await revokeKey(deps, actor, projectId, pathParameter(request, 'key_id'))
      return {}
    },
  },
]
