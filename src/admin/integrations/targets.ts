// /api/projects/{project_id}/targets: where events go, and the messages sent to them.
import { MESSAGE, TARGET } from '../../contract/integrations/target-examples.ts'
import { Message, Target, TargetCreate, Targets, TargetUpdate } from '../../contract/integrations/targets.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { ObjectOf, Uuid } from '../../contract/schema.ts'
import { exactBody } from '../../contract/validate.ts'
import {
  createTarget,
  deleteTarget,
  listTargets,
  testTarget,
  updateTarget,
} from '../../domain/integrations/manage-targets.ts'
import { listMessages, replayMessage } from '../../domain/integrations/read-messages.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const createBody = exactBody(TargetCreate)
const updateBody = exactBody(TargetUpdate)
const pageQuery = listQuery(PageQuery)

const LIST = '/api/projects/{project_id}/targets'
const ONE = `${LIST}/{target_id}`
const tag = 'Admin: integrations'
const noSuchTarget = { not_found: 'No such project, or no such target in it.' }

const { name, format, address, rhythm, events, min_users } = TARGET

export const targetOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'owner',
    path: LIST,
    operationId: 'list_targets',
    summary: 'List where events go',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: 'The oldest first.',
      schema: Targets,
      example: { items: [{ ...TARGET, secret: null }], next_cursor: null, mail: true },
    },
    async handle({ deps, projectId, mailer }, request) {
      const page = await listTargets(deps, projectId, pageQuery(request))
      return { body: { ...page, mail: mailer !== null } }
    },
  },
  {
    method: 'POST',
    role: 'owner',
    path: LIST,
    operationId: 'create_target',
    summary: 'Send events somewhere',
    description:
      'Without `events`: new issues, regressions, spikes and raised severities. Addresses of private networks are refused unless ALLOW_PRIVATE_TARGETS allows them.',
    tag,
    body: { schema: TargetCreate, example: { name, format, address, rhythm, events, min_users } },
    success: {
      status: 201,
      description: 'Created, with the secret, this once.',
      schema: Target,
      example: TARGET,
    },
    refusals: {
      conflict: `The project has ${LIMITS.targetsPerProject} targets already, or this service cannot send email.`,
    },
    async handle(context, request) {
      const { deps, actor, projectId } = context
      return { body: await createTarget(deps, actor, projectId, createBody.parse(request.body), context) }
    },
  },
  {
    method: 'PATCH',
    role: 'owner',
    path: ONE,
    operationId: 'update_target',
    summary: 'Change, pause or resume a target',
    description: 'Events during the pause are sent when it is resumed.',
    tag,
    body: { schema: TargetUpdate, example: { min_users: 10, paused: false } },
    success: {
      status: 200,
      description: 'The target after the change.',
      schema: Target,
      example: { ...TARGET, secret: null },
    },
    refusals: noSuchTarget,
    async handle(context, request) {
      const { deps, actor, projectId } = context
      const [id, wanted] = [pathParameter(request, 'target_id'), updateBody.parse(request.body)]
      return { body: await updateTarget(deps, actor, projectId, id, wanted, context) }
    },
  },
  {
    method: 'DELETE',
    role: 'owner',
    path: ONE,
    operationId: 'delete_target',
    summary: 'Delete a target',
    description: 'Messages still waiting for it are not sent.',
    tag,
    success: { status: 204, description: 'Deleted.' },
    refusals: noSuchTarget,
    async handle({ deps, actor, projectId }, request) {
      await deleteTarget(deps, actor, projectId, pathParameter(request, 'target_id'))
      return {}
    },
  },
  {
    method: 'POST',
    role: 'owner',
    path: `${ONE}/test`,
    operationId: 'test_target',
    summary: 'Send a test message',
    description: 'Tried once; its message shows the outcome.',
    tag,
    success: {
      status: 202,
      description: 'It will be sent.',
      schema: ObjectOf({ message_id: Uuid() }),
      example: { message_id: MESSAGE.id },
    },
    refusals: noSuchTarget,
    async handle({ deps, projectId }, request) {
      return { body: await testTarget(deps, projectId, pathParameter(request, 'target_id')) }
    },
  },
  {
    method: 'GET',
    role: 'owner',
    path: `${ONE}/messages`,
    operationId: 'list_messages',
    summary: 'List the messages to a target',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: `Newest first; kept for ${LIMITS.deliveryLogDays} days.`,
      schema: PageOf(Message),
      example: { items: [MESSAGE], next_cursor: null },
    },
    refusals: noSuchTarget,
    async handle({ deps, projectId }, request) {
      const id = pathParameter(request, 'target_id')
      return { body: await listMessages(deps, projectId, id, pageQuery(request)) }
    },
  },
  {
    method: 'POST',
    role: 'owner',
    path: `${ONE}/messages/{message_id}/replay`,
    operationId: 'replay_message',
    summary: 'Send a message again',
    description:
      'Under the same id, so that a receiver can recognize it; the text is written again. A paused target gets it once it is resumed.',
    tag,
    success: { status: 204, description: 'It will be sent.' },
    refusals: { not_found: 'No such project, no such target in it, or no such message to it.' },
    async handle({ deps, actor, projectId }, request) {
      const [target, message] = [pathParameter(request, 'target_id'), pathParameter(request, 'message_id')]
      await replayMessage(deps, actor, projectId, target, message)
      return {}
    },
  },
]
