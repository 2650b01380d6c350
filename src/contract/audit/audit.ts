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
      description: 'The current title of the issue, observation or study that the entry is about.',
    }),
  ),
  issues: ListOf(ObjectOf({ id: Uuid(), number: WholeNumber(), title: AnyText() }), {
    description: 'The other issues in the facts, with their current titles.',
  }),
  facts: { type: 'object' } as Schema<Record<string, unknown>>,
})
export type AuditEntry = Infer<typeof AuditEntry>

export const AuditQuery = ObjectOf(
  {
    ...PageQuery.fields,
    subject: Optional(Uuid({ description: 'Only entries about this issue, study, tag or observation.' })),
    by: Optional(
      OneOf(AUDIT_MAKERS, {
        description:
          'Only changes by people, including through tokens and commands, or only changes by the digest itself.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type AuditQuery = Infer<typeof AuditQuery>
