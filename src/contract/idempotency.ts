// The key with which a caller can repeat a post without storing it twice.

import { LIMITS } from './limits.ts'
import { ObjectOf, Optional, Text } from './schema.ts'
import { checker } from './validate.ts'

export const IdempotencyKey = Text(LIMITS.idempotencyKeyLength, {
  // No example: agents would copy it, and share one key.
  description: `A key of this request alone, made before the first try: a random UUID, or your interaction_id and a number that counts your calls. A repeat within ${LIMITS.idempotencyHours} hours answers the first response again and stores nothing.`,
})

export const IdempotencyHeader = ObjectOf({ 'idempotency-key': Optional(IdempotencyKey) })

export const idempotencyHeader = checker(IdempotencyHeader, 'header')
