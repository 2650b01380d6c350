// The key under which a caller may repeat a post without storing it twice.

import { LIMITS } from './limits.ts'
import { ObjectOf, Optional, Text } from './schema.ts'
import { checker } from './validate.ts'

export const IdempotencyKey = Text(LIMITS.idempotencyKeyLength, {
  description: `A unique key of this request. A repeat within ${LIMITS.idempotencyHours} hours answers the first response again and stores nothing.`,
  examples: ['7b0c4a52-thread-2026-03-14-a'],
})

export const IdempotencyHeader = ObjectOf({ 'idempotency-key': Optional(IdempotencyKey) })

export const idempotencyHeader = checker(IdempotencyHeader, 'header')
