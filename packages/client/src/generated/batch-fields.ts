// Generated from the OpenAPI document by `npm run client:generate`; not edited by hand.

export const BATCH_FIELDS = {
  user: 'user_id',
  conversation: 'interaction_id',
  sentiment: 'user_sentiment',
  observedAt: 'observed_at',
} as const
