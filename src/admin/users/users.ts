// /api/projects/{project_id}/users

import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { LIMITS } from '../../contract/limits.ts'
import { UserId } from '../../contract/observations/observations.ts'
import { PageOf, PageQuery, TOTAL, Total } from '../../contract/pages.ts'
import { OverviewQuery } from '../../contract/projects/overview.ts'
import { notFound } from '../../contract/refusal.ts'
import { END_USER, END_USER_DETAIL, USER_ANSWER, USER_EXPORT } from '../../contract/users/user-examples.ts'
import {
  EndUser,
  EndUserDetail,
  UserAnswer,
  UserErased,
  UserExport,
  UsersQuery,
  UsersTotalQuery,
} from '../../contract/users/users.ts'
import { checker } from '../../contract/validate.ts'
import { inWords } from '../../contract/wording.ts'
import { listUserAnswers } from '../../domain/research/read-answers.ts'
import { eraseUser } from '../../domain/users/erase-user.ts'
import { exportUser } from '../../domain/users/export-user.ts'
import { getUser, listUsers, requireUser, totalUsers } from '../../domain/users/read-users.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const usersQuery = listQuery(UsersQuery)
const totalQuery = listQuery(UsersTotalQuery)
const pageQuery = listQuery(PageQuery)
const daysQuery = listQuery(OverviewQuery)
const userId = checker(UserId, 'query')

const LIST = '/api/projects/{project_id}/users'
const ONE = `${LIST}/{user_id}`
const noSuchUser = { not_found: 'No such project, or nothing in it of this user.' }

/** Any text that an agent may send as a user id, percent-encoded in the path. */
function userOf(request: FastifyRequest): string {
  const sent = pathParameter(request, 'user_id')
  if (userId.violations(sent).length > 0) throw notFound('user')
  return sent
}

export const userOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: LIST,
    operationId: 'list_users',
    summary: 'List end users',
    description: 'Those with observations. A whole id in `q` also finds a user who has only answered.',
    tag: 'Admin: users',
    query: UsersQuery,
    success: {
      status: 200,
      description: 'In the order wanted.',
      schema: PageOf(EndUser),
      example: { items: [END_USER], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listUsers(deps, projectId, usersQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}/totals/users',
    operationId: 'total_users',
    summary: 'Count end users',
    description: 'Those with observations.',
    tag: 'Admin: users',
    query: UsersTotalQuery,
    success: {
      status: 200,
      description: `Counted up to ${inWords(LIMITS.listTotal)}.`,
      schema: Total,
      example: TOTAL,
    },
    async handle({ deps, projectId }, request) {
      return { body: await totalUsers(deps, projectId, totalQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: ONE,
    operationId: 'get_user',
    summary: 'Read an end user',
    tag: 'Admin: users',
    query: OverviewQuery,
    success: {
      status: 200,
      description: 'Counts, days and issues.',
      schema: EndUserDetail,
      example: END_USER_DETAIL,
    },
    refusals: noSuchUser,
    async handle({ deps, projectId }, request) {
      const { days = LIMITS.periodDays } = daysQuery(request)
      return { body: await getUser(deps, projectId, userOf(request), days) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/answers`,
    operationId: 'list_user_answers',
    summary: "List an end user's answers",
    tag: 'Admin: users',
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first, each with its question.',
      schema: PageOf(UserAnswer),
      example: { items: [USER_ANSWER], next_cursor: null },
    },
    refusals: noSuchUser,
    async handle({ deps, projectId }, request) {
      const user = userOf(request)
      const query = pageQuery(request)
      await requireUser(deps.db, projectId, user)
      return { body: await listUserAnswers(deps, projectId, user, query) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/export.json`,
    operationId: 'export_user',
    summary: 'Export everything stored about an end user',
    description: 'Includes users who were only shown a study or are in a waiting import.',
    tag: 'Admin: users',
    success: {
      status: 200,
      description: 'As a file, streamed.',
      schema: UserExport,
      example: USER_EXPORT,
    },
    refusals: noSuchUser,
    async handle({ deps, projectId }, request) {
      const chunks = await exportUser(deps, projectId, userOf(request))
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="user.json"',
      }
      return { body: Readable.from(chunks), headers }
    },
  },
  {
    method: 'DELETE',
    role: 'owner',
    path: ONE,
    operationId: 'erase_user',
    summary: 'Erase an end user',
    description:
      'Observations, answers and every quote of them, permanently. May be repeated: it continues where it was interrupted. The audit log records that it happened, but not for whom.',
    tag: 'Admin: users',
    success: {
      status: 200,
      description: 'How much this call removed.',
      schema: UserErased,
      example: { observations: 9, answers: 1 },
    },
    async handle({ deps, actor, projectId }, request) {
      return { body: await eraseUser(deps, actor, projectId, userOf(request)) }
    },
  },
]
