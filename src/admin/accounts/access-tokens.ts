// /api/tokens

import { ACCESS_TOKEN } from '../../contract/accounts/account-examples.ts'
import { AccessToken, AccessTokenCreate, AccessTokenCreated } from '../../contract/accounts/accounts.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { exactBody } from '../../contract/validate.ts'
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '../../domain/accounts/manage-access-tokens.ts'
import { pathParameter } from '../../http/operation.ts'
import { ownAccountId } from '../auth.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const createBody = exactBody(AccessTokenCreate)
const pageQuery = listQuery(PageQuery)

const tag = 'Admin: access tokens'
const forPeople = { role: 'viewer', inPerson: true, tag } as const

export const accessTokenOperations: AdminOperation[] = [
  {
    ...forPeople,
    method: 'POST',
    path: '/api/tokens',
    operationId: 'create_access_token',
    summary: 'Create a personal access token',
    description: 'It has your roles. It is only in this response: the service stores its hash.',
    body: { schema: AccessTokenCreate, example: { name: ACCESS_TOKEN.name, expires_at: null } },
    success: {
      status: 201,
      description: 'Created.',
      schema: AccessTokenCreated,
      example: { ...ACCESS_TOKEN, token: `${ACCESS_TOKEN.prefix}…` },
    },
    async handle(context, request) {
      const wanted = createBody.parse(request.body)
      return { body: await createAccessToken(context.deps, ownAccountId(context), wanted) }
    },
  },
  {
    ...forPeople,
    method: 'GET',
    path: '/api/tokens',
    operationId: 'list_access_tokens',
    summary: 'List your personal access tokens',
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first, expired ones included.',
      schema: PageOf(AccessToken),
      example: { items: [ACCESS_TOKEN], next_cursor: null },
    },
    async handle(context, request) {
      return { body: await listAccessTokens(context.deps, ownAccountId(context), pageQuery(request)) }
    },
  },
  {
    ...forPeople,
    method: 'DELETE',
    path: '/api/tokens/{token_id}',
    operationId: 'revoke_access_token',
    summary: 'Revoke a personal access token',
    description: 'Takes effect at once, on every process.',
    success: { status: 204, description: 'Revoked.' },
    refusals: { not_found: 'You have no such token.' },
    async handle(context, request) {
      await revokeAccessToken(context.deps, ownAccountId(context), pathParameter(request, 'token_id'))
      return {}
    },
  },
]
