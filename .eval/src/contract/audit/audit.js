// The audit log: who changed what.
import { AUDIT_MAKERS } from '../labels.js';
import { PageQuery } from '../pages.js';
import { AnyText, DateTime, Nullable, ObjectOf, OneOf, Optional, Uuid, } from '../schema.js';
export const AuditEntry = ObjectOf({
    id: Uuid(),
    at: DateTime(),
    actor: AnyText({ description: 'Who did it; `machine` for the digest itself.' }),
    action: AnyText(),
    subject_id: Nullable(Uuid()),
    subject_title: Nullable(AnyText({ description: 'What the issue is called now, where the subject is one.' })),
    facts: { type: 'object' },
});
export const AuditQuery = ObjectOf({
    ...PageQuery.fields,
    subject: Optional(Uuid({ description: 'Only what was done to this issue, tag or observation.' })),
    by: Optional(OneOf(AUDIT_MAKERS, {
        description: 'Only what people did, themselves or through a token or a command, or only what the digest did by itself.',
    })),
}, { additionalProperties: false });
//# sourceMappingURL=audit.js.map