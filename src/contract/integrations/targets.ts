// Where a project's events go: webhooks, chat channels, email; and what became of each message.
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
  name: Text(LIMITS.nameLength, { description: 'What the team calls it.', examples: ['#ledger-feedback'] }),
  address: Text(LIMITS.targetAddressLength, {
    description: `An http or https address for webhook and slack; for email up to ${LIMITS.targetRecipients} addresses, separated by commas.`,
    examples: ['https://hooks.example.com/fieldnote'],
  }),
  rhythm: OneOf(RHYTHMS, {
    description:
      '`each`: a message for each event. `daily`, `weekly`: a written digest at 8:00 (on Mondays) in the time zone of the project, if there is anything to tell.',
  }),
  events: ListOf(OneOf(EVENT_TYPES), {
    minItems: 1,
    description: 'What it is told; digests tell of issues.',
  }),
  min_users: WholeNumber({
    minimum: 1,
    maximum: LIMITS.targetUsers,
    description:
      'Only issues that so many end users spoke of. A new issue is told once it has them; assignments and comments whatever it has.',
  }),
  kinds: ListOf(OneOf(ISSUE_KINDS), { description: 'Only issues of these kinds; none: of any.' }),
  min_severity: Nullable(OneOf(SEVERITIES, { description: 'Only issues at least so severe; null: any.' })),
  tag_id: Nullable(Uuid({ description: 'Only issues with an observation of this tag.' })),
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
  paused: Optional(YesOrNo({ description: 'While it is, events wait; afterwards they are sent.' })),
})
export type TargetUpdate = Infer<typeof TargetUpdate>

export const Target = ObjectOf({
  id: Uuid(),
  ...settings,
  format: OneOf(TARGET_FORMATS),
  secret: Nullable(
    AnyText({
      description:
        'What webhooks are signed with: `whsec_…`. Only in the answer that created it, and null ever after.',
    }),
  ),
  paused_at: Nullable(DateTime()),
  paused_because: Nullable(AnyText({ description: 'Why Fieldnote paused it, where no person did.' })),
  next_digest_at: Nullable(DateTime()),
  last_message_at: Nullable(DateTime({ description: 'When a message last arrived.' })),
  waiting: WholeNumber({ description: 'Messages that are still to arrive.' }),
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
  id: Uuid({ description: 'The `webhook-id`: the same however often it is sent.' }),
  kind: OneOf(MESSAGE_KINDS),
  events: ListOf(
    ObjectOf({
      type: OneOf(EVENT_TYPES),
      at: DateTime(),
      issue_number: Nullable(WholeNumber()),
      issue_title: Nullable(AnyText({ description: 'What it is called now.' })),
    }),
  ),
  state: OneOf(MESSAGE_STATES),
  attempts: WholeNumber(),
  status: Nullable(WholeNumber({ description: 'What the last attempt was answered with.' })),
  error: Nullable(
    AnyText({ description: 'Why the last attempt failed, or whom of several recipients it did not reach.' }),
  ),
  next_attempt_at: Nullable(
    DateTime({ description: 'Null: none is to come, or none before the target is resumed.' }),
  ),
  created_at: DateTime(),
  finished_at: Nullable(DateTime()),
})
export type Message = Infer<typeof Message>
