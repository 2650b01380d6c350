// /api/projects/{project_id}/webhooks and …/deliveries: targets reached over HTTP, for programs that set them up.
import { MESSAGE, WEBHOOK } from '../../contract/integrations/target-examples.ts'
import { Message } from '../../contract/integrations/targets.ts'
import { Webhook, WebhookCreate, WebhookUpdate } from '../../contract/integrations/webhooks.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { exactBody } from '../../contract/validate.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  updateWebhook,
} from '../../domain/integrations/manage-webhooks.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const createBody = exactBody(WebhookCreate)
const updateBody = exactBody(WebhookUpdate)
const pageQuery = listQuery(PageQuery)

const PROJECT = '/api/projects/{project_id}'
const LIST = `${PROJECT}/webhooks`
const ONE = `${LIST}/{webhook_id}`
const tag = 'Admin: integrations'
const noSuchWebhook = { not_found: 'No such project, or no such webhook in it.' }

const { url, events, conditions, format } = WEBHOOK
const SEEN_LATER = { ...WEBHOOK, secret: null }

export const webhookOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'owner',
    path: LIST,
    operationId: 'list_webhooks',
    summary: 'List webhooks',
    description: 'Targets reached over HTTP. Email targets are only in `…/targets`.',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: 'The oldest first, without secrets.',
      schema: PageOf(Webhook),
      example: { items: [SEEN_LATER], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listWebhooks(deps, projectId, pageQuery(request)) }
    },
  },
  {
    method: 'POST',
    role: 'owner',
    path: LIST,
    operationId: 'create_webhook',
    summary: 'Create a webhook',
    description:
      'The secret is only in this response. Without `events`: new issues, regressions, spikes and raised severities. Addresses of private networks are refused unless ALLOW_PRIVATE_TARGETS allows them.',
    tag,
    body: { schema: WebhookCreate, example: { url, events, conditions, format } },
    success: {
      status: 201,
      description: 'Created, with the secret, this once.',
      schema: Webhook,
      example: WEBHOOK,
    },
    refusals: { conflict: `The project has ${LIMITS.targetsPerProject} targets already.` },
    async handle(context, request) {
      const { deps, actor, projectId } = context
      return { body: await createWebhook(deps, actor, projectId, createBody.parse(request.body), context) }
    },
  },
  {
    method: 'GET',
    role: 'owner',
    path: ONE,
    operationId: 'get_webhook',
    summary: 'Read a webhook',
    tag,
    success: {
      status: 200,
      description: 'The webhook, without its secret.',
      schema: Webhook,
      example: SEEN_LATER,
    },
    refusals: noSuchWebhook,
    async handle({ deps, projectId }, request) {
      return { body: await getWebhook(deps, projectId, pathParameter(request, 'webhook_id')) }
    },
  },
  {
    method: 'PATCH',
    role: 'owner',
    path: ONE,
    operationId: 'update_webhook',
    summary: 'Change, pause or resume a webhook',
    description: 'Events during the pause are sent when it is resumed.',
    tag,
    body: { schema: WebhookUpdate, example: { conditions: { min_users: 10 }, paused: false } },
    success: {
      status: 200,
      description: 'The webhook after the change, without its secret.',
      schema: Webhook,
      example: SEEN_LATER,
    },
    refusals: noSuchWebhook,
    async handle(context, request) {
      const { deps, actor, projectId } = context
      const [id, wanted] = [pathParameter(request, 'webhook_id'), updateBody.parse(request.body)]
      return { body: await updateWebhook(deps, actor, projectId, id, wanted, context) }
    },
  },
  {
    method: 'DELETE',
    role: 'owner',
    path: ONE,
    operationId: 'delete_webhook',
    summary: 'Delete a webhook',
    description: 'Messages still waiting for it are not sent.',
    tag,
    success: { status: 204, description: 'Deleted.' },
    refusals: noSuchWebhook,
    async handle({ deps, actor, projectId }, request) {
      await deleteWebhook(deps, actor, projectId, pathParameter(request, 'webhook_id'))
      return {}
    },
  },
  {
    method: 'GET',
    role: 'owner',
    path: `${ONE}/deliveries`,
    operationId: 'list_deliveries',
    summary: 'List the messages to a webhook',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: `Newest first; kept for ${LIMITS.deliveryLogDays} days.`,
      schema: PageOf(Message),
      example: { items: [MESSAGE], next_cursor: null },
    },
    refusals: noSuchWebhook,
    async handle({ deps, projectId }, request) {
      const id = pathParameter(request, 'webhook_id')
      return { body: await listDeliveries(deps, projectId, id, pageQuery(request)) }
    },
  },
  {
    method: 'POST',
    role: 'owner',
    path: `${PROJECT}/deliveries/{delivery_id}/replay`,
    operationId: 'replay_delivery',
    summary: 'Send a delivery again',
    description:
      'Under the same id, so that a receiver can recognize it; the text is written again. A paused webhook gets it once it is resumed.',
    tag,
    success: { status: 204, description: 'It will be sent.' },
    refusals: { not_found: 'No such project, or no such delivery to one of its webhooks.' },
    async handle({ deps, actor, projectId }, request) {
      await replayDelivery(deps, actor, projectId, pathParameter(request, 'delivery_id'))
      return {}
    },
  },
]
