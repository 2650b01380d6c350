// /api/projects/{project_id}/members

import { MEMBER } from '../../contract/accounts/account-examples.ts'
import { Member, MemberUpdate } from '../../contract/accounts/accounts.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { exactBody } from '../../contract/validate.ts'
import { listMembers, removeMember, updateMember } from '../../domain/projects/manage-members.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const updateBody = exactBody(MemberUpdate)
const pageQuery = listQuery(PageQuery)

const LIST = '/api/projects/{project_id}/members'
const ONE = `${LIST}/{account_id}`
const tag = 'Admin: members'
const refusals = {
  not_found: 'No such project, or no such member of it.',
  conflict: 'The project would be left without an owner.',
}

export const memberOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: LIST,
    operationId: 'list_members',
    summary: 'List members',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: 'The newest accounts first.',
      schema: PageOf(Member),
      example: { items: [MEMBER], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listMembers(deps, projectId, pageQuery(request)) }
    },
  },
  {
    method: 'PATCH',
    role: 'owner',
    path: ONE,
    operationId: 'update_member',
    summary: "Change a member's role",
    tag,
    body: { schema: MemberUpdate, example: { role: 'editor' } },
    success: { status: 200, description: 'The member after the change.', schema: Member, example: MEMBER },
    refusals,
    async handle({ deps, projectId, actor }, request) {
      const { role } = updateBody.parse(request.body)
      const accountId = pathParameter(request, 'account_id')
      return { body: await updateMember(deps, actor, projectId, accountId, role) }
    },
  },
  {
    method: 'DELETE',
    role: 'owner',
    orSelf: true,
    path: ONE,
    operationId: 'remove_member',
    summary: 'Remove a member',
    description: 'Takes effect at once. Everyone may leave a project, whatever their role.',
    tag,
    success: { status: 204, description: 'Removed.' },
    refusals,
    async handle({ deps, projectId, actor }, request) {
      await removeMember(deps, actor, projectId, pathParameter(request, 'account_id'))
      return {}
    },
  },
]
