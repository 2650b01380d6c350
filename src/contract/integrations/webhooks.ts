// Webhooks: the targets that are told over HTTP, in the words of programs that set them up.
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

const SomeConditions = ObjectOf(partial(conditions), { description: 'Which issues it is told of.' })

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
    Text(LIMITS.nameLength, { description: 'What the team calls it; the host of the url unless given.' }),
  ),
  rhythm: Optional({ ...rhythm, default: 'each' }),
})
export type WebhookCreate = Infer<typeof WebhookCreate>

export const WebhookUpdate = ObjectOf({
  url: Optional(url),
  events: Optional(events),
  conditions: Optional(
    ObjectOf(partial(conditions), { description: 'Those that are not given stay as they are.' }),
  ),
  format: Optional(
    OneOf(WEBHOOK_FORMATS, { description: 'What it is already: another format is another webhook.' }),
  ),
  name: Optional(name),
  rhythm: Optional(rhythm),
  paused: Optional(YesOrNo({ description: 'While it is, events wait; afterwards they are sent.' })),
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
        'What messages are signed with: `whsec_…`. Only in the answer that created it, and null ever after; always null for slack.',
    }),
  ),
  paused_at,
  paused_because,
  next_digest_at,
  last_delivery_at: Nullable(DateTime({ description: 'When a message last arrived.' })),
  waiting,
  created_by,
  created_at,
})
export type Webhook = Infer<typeof Webhook>
