// Webhooks are targets in the terms of programs that manage them. Targets do the work.
import type { Message, Target } from '../../contract/integrations/targets.ts'
import {
  WEBHOOK_FORMATS,
  type Webhook,
  type WebhookCreate,
  type WebhookUpdate,
} from '../../contract/integrations/webhooks.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { invalid, notFound, Refusal } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { selectTargetOfMessage } from '../../db/integrations/messages.ts'
import type { Actor } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { Paged } from '../pages.ts'
import {
  createTarget,
  deleteTarget,
  findTarget,
  listTargets,
  type TargetOptions,
  updateTarget,
} from './manage-targets.ts'
import { listMessages, replayMessage } from './read-messages.ts'

function show(target: Target): Webhook {
  const { address, format, min_users, kinds, min_severity, tag_id, last_message_at, ...same } = target
  return {
    ...same,
    url: address,
    format: format === 'slack' ? 'slack' : 'webhook',
    conditions: { min_users, kinds, min_severity, tag_id },
    last_delivery_at: last_message_at,
  }
}

export async function listWebhooks(deps: Deps, projectId: string, query: PageQuery): Promise<Paged<Webhook>> {
  const { items, next_cursor } = await listTargets(deps, projectId, query, WEBHOOK_FORMATS)
  return { items: items.map(show), next_cursor }
}

/** Email targets are not webhooks. */
export async function getWebhook(deps: Deps, projectId: string, id: string): Promise<Webhook> {
  const target = await findTarget(deps, projectId, id)
  if (!target || target.format === 'email') throw notFound('webhook')
  return show(target)
}

export async function createWebhook(
  deps: Deps,
  actor: Actor,
  projectId: string,
  wanted: WebhookCreate,
  ways: TargetOptions,
): Promise<Webhook> {
  const { url, name = hostOf(url), format = 'webhook', rhythm = 'each', events } = wanted
  const target = { ...conditionsOf(wanted), name, format, address: url, rhythm, ...(events && { events }) }
  return show(await withWebhookNames(createTarget(deps, actor, projectId, target, ways)))
}

export async function updateWebhook(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  { url, name, rhythm, events, paused, ...wanted }: WebhookUpdate,
  ways: TargetOptions,
): Promise<Webhook> {
  const { id: targetId, format } = await getWebhook(deps, projectId, id)
  if (wanted.format !== undefined && wanted.format !== format) throw otherFormat(format)
  const change = {
    ...conditionsOf(wanted),
    ...(url !== undefined && { address: url }),
    ...(name !== undefined && { name }),
    ...(rhythm && { rhythm }),
    ...(events && { events }),
    ...(paused !== undefined && { paused }),
  }
  return show(await withWebhookNames(updateTarget(deps, actor, projectId, targetId, change, ways)))
}

export async function deleteWebhook(deps: Deps, actor: Actor, projectId: string, id: string): Promise<void> {
  const { id: targetId } = await getWebhook(deps, projectId, id)
  await deleteTarget(deps, actor, projectId, targetId)
}

export async function listDeliveries(
  deps: Deps,
  projectId: string,
  id: string,
  query: PageQuery,
): Promise<Paged<Message>> {
  const { id: targetId } = await getWebhook(deps, projectId, id)
  return listMessages(deps, projectId, targetId, query)
}

/** The delivery's id alone determines its target. */
export async function replayDelivery(deps: Deps, actor: Actor, projectId: string, id: string): Promise<void> {
  const targetId = isUuid(id) ? await selectTargetOfMessage(deps.db, projectId, id) : undefined
  const target = targetId === undefined ? undefined : await findTarget(deps, projectId, targetId)
  if (!target || target.format === 'email') throw notFound('delivery')
  await replayMessage(deps, actor, projectId, target.id, id)
}

/** The default name. */
const hostOf = (url: string): string =>
  (URL.canParse(url) ? new URL(url).host : url).slice(0, LIMITS.nameLength)

/** Only these: any other property would become a setting of the target. */
function conditionsOf({ conditions = {} }: Pick<WebhookCreate, 'conditions'>) {
  const { min_users, kinds, min_severity, tag_id } = conditions
  return {
    ...(min_users !== undefined && { min_users }),
    ...(kinds && { kinds }),
    ...(min_severity !== undefined && { min_severity }),
    ...(tag_id !== undefined && { tag_id }),
  }
}

/** Where a webhook names a property differently from a target. */
const PLACES = new Map<string | number, string[]>(
  Object.entries({ address: ['url'], tag_id: ['conditions', 'tag_id'] }),
)

/** Translates refusals to the property names that the caller sent. */
async function withWebhookNames<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Refusal) || typeof error.detail === 'string') throw error
    throw invalid(
      error.detail.map(({ loc: [root = 'body', field = '', ...rest], ...fault }) => ({
        ...fault,
        loc: [root, ...(PLACES.get(field) ?? [field]), ...rest],
      })),
    )
  })
}

const otherFormat = (format: string) =>
  invalid([
    { loc: ['body', 'format'], msg: `is ${format} and stays that: make another webhook`, type: 'format' },
  ])
