// The audit log: who changed what.
import { AUDIT_MAKERS } from '../labels.ts'
import { PageQuery } from '../pages.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  type Schema,
  Uuid,
  WholeNumber,
} from '../schema.ts'

export const AuditEntry = ObjectOf({
  id: Uuid(),
  at: DateTime(),
  actor: AnyText({ description: 'Who did it; `machine` for the digest itself.' }),
  action: AnyText(),
  subject_id: Nullable(Uuid()),
  subject_title: Nullable(
    AnyText({
      description: 'What the issue, observation or study is called now, where the subject is one.',
    }),
  ),
  issues: ListOf(ObjectOf({ id: Uuid(), number: WholeNumber(), title: AnyText() }), {
    description: 'The other issues that the facts name by their ids, as they are called now.',
  }),
  facts: { type: 'object' } as Schema<Record<string, unknown>>,
})
export type AuditEntry = Infer<typeof AuditEntry>

export const AuditQuery = ObjectOf(
  {
    ...PageQuery.fields,
    subject: Optional(Uuid({ description: 'Only what was done to this issue, study, tag or observation.' })),
    by: Optional(
      OneOf(AUDIT_MAKERS, {
        description:
          'Only what people did, themselves or through a token or a command, or only what the digest did by itself.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type AuditQuery = Infer<typeof AuditQuery>
