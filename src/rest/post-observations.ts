// POST …/observations/
import { IdempotencyHeader } from '../contract/idempotency.ts'
import { LIMITS } from '../contract/limits.ts'
import { BATCH, BATCH_RESPONSE } from '../contract/observations/observation-examples.ts'
import {
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
  observationBatchViolations,
} from '../contract/observations/observations.ts'
import { refuseInvalid } from '../contract/refusal.ts'
import { postObservations } from '../domain/observations/post-observations.ts'
import type { Operation } from '../http/operation.ts'
import type { PublicContext } from './auth.ts'
import { idempotencyKeyOf, idempotencyViolations, replayHeader } from './idempotency.ts'

export const postObservationsOperation: Operation<PublicContext> = {
  method: 'POST',
  path: '/v1/project/{project_id}/observations/',
  operationId: 'create_observations',
  summary: 'Create observations',
  description: `Stores 1 to ${LIMITS.observationsPerBatch} observations about one end user and one interaction, all or nothing. Tags and issue follow asynchronously, once per observation.`,
  tag: 'Observations',
  header: IdempotencyHeader,
  body: { schema: ObservationBatchCreate, example: BATCH },
  success: {
    status: 201,
    description: 'Stored: one observation per input item, in input order.',
    schema: ObservationBatchCreateResponse,
    example: BATCH_RESPONSE,
  },
  refusals: { conflict: 'The idempotency key was used with another request.' },
  admit: ({ deps, projectId }) => deps.posts.requireCapacity(projectId),
  async handle({ deps, projectId, keyId, limits }, request) {
    refuseInvalid([...observationBatchViolations(request.body), ...idempotencyViolations(request)])
    const outcome = await postObservations(deps, {
      projectId,
      keyId,
      budget: limits.observations_per_day,
      source: 'rest',
      batch: request.body as ObservationBatchCreate,
      idempotencyKey: idempotencyKeyOf(request),
    })
    return { body: outcome.response, headers: replayHeader(outcome) }
  },
}
