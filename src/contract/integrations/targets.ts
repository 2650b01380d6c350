// Targets for a project's events (webhooks, chat channels, email), and the messages sent to them.
import {
  EVENT_TYPES,
  ISSUE_KINDS,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  RHYTHMS,
  SEVERITIES,
  TARGET_FORMATS,
} from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { PageOf } from '../pages.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  partial,
  Text,
  Uuid,
  WholeNumber,
  YesOrNo,
} from '../schema.ts'

const settings = {
  name: Text(LIMITS.nameLength, { description: "The team's name for it.", examples: ['#ledger-feedback'] }),
  address: Text(LIMITS.targetAddressLength, {
    description: `An http or https address for webhook and slack; for email up to ${LIMITS.targetRecipients} addresses, separated by commas.`,
    examples: ['https://hooks.example.com/fieldnote'],
  }),
  rhythm: OneOf(RHYTHMS, {
    description:
      "`each`: a message for each event. `daily`, `weekly`: a digest at 8:00 (on Mondays) in the project's time zone, unless it would be empty.",
  }),
  events: ListOf(OneOf(EVENT_TYPES), {
    minItems: 1,
    description: 'The events that it receives; digests contain issues.',
  }),
  min_users: WholeNumber({
    minimum: 1,
    maximum: LIMITS.targetUsers,
    description:
      'Only issues with at least this many end users. A new issue is announced once it has them; assignments and comments are always announced.',
  }),
  kinds: ListOf(OneOf(ISSUE_KINDS), { description: 'Only issues of these kinds; empty for any kind.' }),
  min_severity: Nullable(
    OneOf(SEVERITIES, { description: 'Only issues of at least this severity; null for any.' }),
  ),
  tag_id: Nullable(Uuid({ description: 'Only issues with an observation that has this tag.' })),
}

const { name, address, rhythm, events, ...conditions } = settings

export const TargetCreate = ObjectOf({
  name,
  format: OneOf(TARGET_FORMATS, {
    description:
      '`webhook`: signed JSON (Standard Webhooks). `slack`: a message that Slack and compatible chats show. `email`: needs SMTP_URL.',
  }),
  address,
  rhythm,
  events: Optional(events),
  ...partial(conditions),
})
export type TargetCreate = Infer<typeof TargetCreate>

export const TargetUpdate = ObjectOf({
  ...partial(settings),
  paused: Optional(YesOrNo({ description: 'While paused, events wait; they are sent afterwards.' })),
})
export type TargetUpdate = Infer<typeof TargetUpdate>

export const Target = ObjectOf({
  id: Uuid(),
  ...settings,
  format: OneOf(TARGET_FORMATS),
  secret: Nullable(
    AnyText({
      description:
        'What webhooks are signed with: `whsec_…`. Only in the response that created it; null in all others.',
    }),
  ),
  paused_at: Nullable(DateTime()),
  paused_because: Nullable(AnyText({ description: 'Why Fieldnote paused it; null when a person did.' })),
  next_digest_at: Nullable(DateTime()),
  last_message_at: Nullable(DateTime({ description: 'When a message was last delivered.' })),
  waiting: WholeNumber({ description: 'Messages not delivered yet.' }),
  created_by: AnyText(),
  created_at: DateTime(),
})
export type Target = Infer<typeof Target>

export const Targets = ObjectOf({
  ...PageOf(Target).fields,
  mail: YesOrNo({ description: 'Whether this service can send email.' }),
})
export type Targets = Infer<typeof Targets>

export const Message = ObjectOf({
  id: Uuid({ description: 'The `webhook-id`, which is the same for every attempt.' }),
  kind: OneOf(MESSAGE_KINDS),
  events: ListOf(
    ObjectOf({
      type: OneOf(EVENT_TYPES),
      at: DateTime(),
      issue_number: Nullable(WholeNumber()),
      issue_title: Nullable(AnyText({ description: 'The current title.' })),
    }),
  ),
  state: OneOf(MESSAGE_STATES),
  attempts: WholeNumber(),
  status: Nullable(WholeNumber({ description: 'The HTTP status of the last attempt.' })),
  error: Nullable(
    AnyText({ description: 'Why the last attempt failed, or which of several recipients it did not reach.' }),
  ),
  next_attempt_at: Nullable(
    DateTime({ description: 'Null when there is none, or none before the target is resumed.' }),
  ),
  created_at: DateTime(),
  finished_at: Nullable(DateTime()),
})
export type Message = Infer<typeof Message>
