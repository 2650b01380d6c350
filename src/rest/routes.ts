// Every public REST route on one page.
import type { FastifyInstance } from 'fastify'
import { type Gate, registerOperations } from '../http/register.ts'
import type { PublicContext } from './auth.ts'
import { listActiveStudiesOperation } from './get-active-studies.ts'
import { getGuidelinesOperation } from './get-service-guidelines.ts'
import { createObservationsOperation } from './post-observations.ts'
import { postAnswerOperation } from './post-research-answer.ts'

/** What every path below begins with. */
export const REST_PATH = '/v1/project/{project_id}/'

export const PUBLIC_OPERATIONS = [
  createObservationsOperation, // POST /v1/project/{project_id}/observations/
  listActiveStudiesOperation, //  GET  /v1/project/{project_id}/research/studies/
  postAnswerOperation, //         POST /v1/project/{project_id}/research/studies/{study_id}/answers/
  getGuidelinesOperation, //      GET  /v1/project/{project_id}/service-guidelines/
]

export function registerRest(app: FastifyInstance, gate: Gate<PublicContext>): void {
  registerOperations(app, gate, PUBLIC_OPERATIONS)
}
