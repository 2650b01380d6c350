// An issue's assignee, the team's comments on it, and its tickets in the team's own tracker.
import { LIMITS } from '../limits.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  type Schema,
  Text,
  Uuid,
  YesOrNo,
} from '../schema.ts'

const Assigned = ObjectOf({ account_id: Uuid(), name: AnyText(), email: AnyText() })
export type Assignee = Infer<typeof Assigned>

export const Assignee = Nullable({
  ...Assigned,
  description: 'The assigned member; null for nobody.',
}) as Schema<Assignee | null>

export const Ticket = ObjectOf({
  id: Uuid(),
  url: AnyText({ description: 'Its address in the tracker.' }),
  label: AnyText({ description: 'A label from the address, such as LED-142 or #57; otherwise the host.' }),
  added_by: AnyText(),
  added_at: DateTime(),
})
export type Ticket = Infer<typeof Ticket>

export const TicketCreate = ObjectOf({
  url: Text(LIMITS.ticketUrlLength, {
    description: 'An http or https address.',
    examples: ['https://github.com/acme/ledger/issues/57'],
  }),
})

const body = Text(LIMITS.commentLength, {
  description:
    'Markdown. `@ada@example.com` mentions the member with that email address; `#142` links to that issue.',
  examples: ['@ada@example.com the export of #142 stops at 10,000 rows too.'],
})

export const CommentCreate = ObjectOf({ body })

export const Comment = ObjectOf({
  id: Uuid(),
  author: AnyText({ description: 'Who wrote it, as in the audit log.' }),
  author_name: AnyText({ description: "The author's name, if a person wrote it." }),
  body: AnyText({ description: 'Markdown.' }),
  mentions: ListOf(Assigned, { description: 'The mentioned members.' }),
  created_at: DateTime(),
  edited_at: Nullable(DateTime()),
  own: YesOrNo({ description: 'Whether the caller wrote it, and may change it.' }),
})
export type Comment = Infer<typeof Comment>
