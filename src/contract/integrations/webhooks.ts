// Webhooks: targets called over HTTP, in the terms of programs that manage them.
import { LIMITS } from '../limits.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  partial,
  Text,
  YesOrNo,
} from '../schema.ts'
import { Target } from './targets.ts'

export const WEBHOOK_FORMATS = ['webhook', 'slack'] as const

const { name, rhythm, events, min_users, kinds, min_severity, tag_id, ...state } = Target.fields
const { id, paused_at, paused_because, next_digest_at, waiting, created_by, created_at } = state

const url = Text(LIMITS.targetAddressLength, {
  description:
    'An http or https address; one of a private network is refused unless ALLOW_PRIVATE_TARGETS allows it.',
  examples: ['https://hooks.example.com/fieldnote'],
})
const conditions = { min_users, kinds, min_severity, tag_id }

const SomeConditions = ObjectOf(partial(conditions), {
  description: 'Which issues it receives events about.',
})

export const WebhookCreate = ObjectOf({
  url,
  events: Optional(events),
  conditions: Optional(SomeConditions),
  format: Optional(
    OneOf(WEBHOOK_FORMATS, {
      default: 'webhook',
      description:
        '`webhook`: signed JSON (Standard Webhooks). `slack`: a message that Slack and compatible chats show.',
    }),
  ),
  name: Optional(
    Text(LIMITS.nameLength, { description: "The team's name for it; by default, the host of the url." }),
  ),
  rhythm: Optional({ ...rhythm, default: 'each' }),
})
export type WebhookCreate = Infer<typeof WebhookCreate>

export const WebhookUpdate = ObjectOf({
  url: Optional(url),
  events: Optional(events),
  conditions: Optional(
    ObjectOf(partial(conditions), { description: 'Conditions that are not given stay unchanged.' }),
  ),
  format: Optional(
    OneOf(WEBHOOK_FORMATS, {
      description: 'Its current format, which cannot be changed; create another webhook instead.',
    }),
  ),
  name: Optional(name),
  rhythm: Optional(rhythm),
  paused: Optional(YesOrNo({ description: 'While paused, events wait; they are sent afterwards.' })),
})
export type WebhookUpdate = Infer<typeof WebhookUpdate>

export const Webhook = ObjectOf({
  id,
  name,
  url,
  format: OneOf(WEBHOOK_FORMATS),
  rhythm,
  events,
  conditions: ObjectOf(conditions),
  secret: Nullable(
    AnyText({
      description:
        'The key that messages are signed with: `whsec_…`. Only in the response that created it; null in all others, and always null for slack.',
    }),
  ),
  paused_at,
  paused_because,
  next_digest_at,
  last_delivery_at: Nullable(DateTime({ description: 'When a message was last delivered.' })),
  waiting,
  created_by,
  created_at,
})
export type Webhook = Infer<typeof Webhook>
