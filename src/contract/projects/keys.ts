// API keys of a project: their public facts, and the key itself, shown once.
import { LIMITS } from '../limits.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  Nullable,
  ObjectOf,
  Optional,
  Text,
  Uuid,
  WholeNumber,
} from '../schema.ts'

export const ApiKey = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  prefix: AnyText({ description: 'The first characters of the key, to tell keys apart.' }),
  created_at: DateTime(),
  expires_at: Nullable(DateTime()),
  revoked_at: Nullable(DateTime()),
  last_used_at: Nullable(DateTime({ description: 'Exact to within a few seconds.' })),
  replaced_by: Nullable(Uuid({ description: 'The key that replaced it.' })),
})
export type ApiKey = Infer<typeof ApiKey>

export const ApiKeyCreated = ObjectOf({
  ...ApiKey.fields,
  key: AnyText({ description: 'The key itself, shown only once.' }),
})
export type ApiKeyCreated = Infer<typeof ApiKeyCreated>

export const ApiKeyCreate = ObjectOf({
  name: Text(LIMITS.nameLength, { examples: ['Ledger app'] }),
  expires_at: Optional(Nullable(DateTime({ description: 'In the future. Omitted or null: never.' }))),
})
export type ApiKeyCreate = Infer<typeof ApiKeyCreate>

export const ApiKeyRotate = ObjectOf({
  overlap_hours: WholeNumber({
    minimum: 0,
    maximum: LIMITS.keyOverlapHours,
    description: 'How long the old key remains valid beside the new one; 0 ends it at once.',
    examples: [24],
  }),
  expires_at: Optional(
    Nullable(
      DateTime({
        description:
          'In the future. By default, the new key is valid for as long as the old one would have been.',
      }),
    ),
  ),
})
export type ApiKeyRotate = Infer<typeof ApiKeyRotate>
