// Generated from the OpenAPI document by `npm run client:generate`; not edited by hand.

export const OBSERVATIONS_PER_BATCH = 50
