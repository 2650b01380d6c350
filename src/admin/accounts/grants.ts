// /api/grants

import { GRANT } from '../../contract/accounts/account-examples.ts'
import { Grant } from '../../contract/accounts/oauth.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { listGrants, revokeGrant } from '../../domain/accounts/manage-grants.ts'
import { pathParameter } from '../../http/operation.ts'
import { ownAccountId } from '../auth.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const pageQuery = listQuery(PageQuery)

const forPeople = { role: 'viewer', inPerson: true, tag: 'Admin: connected applications' } as const

export const grantOperations: AdminOperation[] = [
  {
    ...forPeople,
    method: 'GET',
    path: '/api/grants',
    operationId: 'list_grants',
    summary: 'List the applications that you connected',
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(Grant),
      example: { items: [GRANT], next_cursor: null },
    },
    async handle(context, request) {
      return { body: await listGrants(context.deps, ownAccountId(context), pageQuery(request)) }
    },
  },
  {
    ...forPeople,
    method: 'DELETE',
    path: '/api/grants/{grant_id}',
    operationId: 'revoke_grant',
    summary: 'Disconnect an application',
    description: 'Its tokens stop working at once, on every process.',
    success: { status: 204, description: 'Disconnected.' },
    refusals: { not_found: 'You have not connected this application.' },
    async handle(context, request) {
      const { deps, actor } = context
      await revokeGrant(deps, actor, ownAccountId(context), pathParameter(request, 'grant_id'))
      return {}
    },
  },
]
