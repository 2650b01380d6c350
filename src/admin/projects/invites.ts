// /api/projects/{project_id}/invites

import { INVITE } from '../../contract/accounts/account-examples.ts'
import { Invite, InviteCreate, InviteCreated } from '../../contract/accounts/accounts.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { exactBody } from '../../contract/validate.ts'
import {
  createInvite,
  listInvites,
  mailInvite,
  withdrawInvite,
} from '../../domain/projects/manage-invites.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const createBody = exactBody(InviteCreate)
const pageQuery = listQuery(PageQuery)

const LIST = '/api/projects/{project_id}/invites'
const tag = 'Admin: members'

export const inviteOperations: AdminOperation[] = [
  {
    method: 'POST',
    role: 'owner',
    path: LIST,
    operationId: 'create_invite',
    summary: 'Invite somebody to a project',
    description: `The link works once, for ${LIMITS.inviteDays} days. It is in this response, in the mail to \`email\` where the service can send one, and nowhere else.`,
    tag,
    body: { schema: InviteCreate, example: { role: 'editor', email: INVITE.email } },
    success: {
      status: 201,
      description: 'Created.',
      schema: InviteCreated,
      example: { ...INVITE, url: 'https://fieldnote.example/invite#…', mailed: true },
    },
    async handle({ deps, projectId, actor, baseUrl, mailer }, request) {
      const wanted = createBody.parse(request.body)
      const { token, ...invite } = await createInvite(deps, actor, projectId, wanted)
      const url = `${baseUrl()}/invite#${token}`
      return {
        body: { ...invite, url, mailed: await mailInvite(deps, mailer, projectId, { ...invite, url }) },
      }
    },
  },
  {
    method: 'GET',
    role: 'owner',
    path: LIST,
    operationId: 'list_invites',
    summary: 'List invites that can still be accepted',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(Invite),
      example: { items: [INVITE], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listInvites(deps, projectId, pageQuery(request)) }
    },
  },
  {
    method: 'DELETE',
    role: 'owner',
    path: `${LIST}/{invite_id}`,
    operationId: 'withdraw_invite',
    summary: 'Withdraw an invite',
    tag,
    success: { status: 204, description: 'Withdrawn.' },
    refusals: { not_found: 'No such project, or no such invite to it.' },
    async handle({ deps, projectId, actor }, request) {
      await withdrawInvite(deps, actor, projectId, pathParameter(request, 'invite_id'))
      return {}
    },
  },
]
