// Every public REST route on one page.
import type { FastifyInstance } from 'fastify'
import { type Gate, registerOperations } from '../http/register.ts'
import type { PublicContext } from './auth.ts'
import { getActiveStudiesOperation } from './get-active-studies.ts'
import { getServiceGuidelinesOperation } from './get-service-guidelines.ts'
import { postObservationsOperation } from './post-observations.ts'
import { postResearchAnswerOperation } from './post-research-answer.ts'

/** What every path below begins with. */
export const REST_PATH = '/v1/project/{project_id}/'

export const PUBLIC_OPERATIONS = [
  postObservationsOperation, //     POST /v1/project/{project_id}/observations/
  getActiveStudiesOperation, //     GET  /v1/project/{project_id}/research/studies/
  postResearchAnswerOperation, //   POST /v1/project/{project_id}/research/studies/{study_id}/answers/
  getServiceGuidelinesOperation, // GET  /v1/project/{project_id}/service-guidelines/
]

export function registerRest(app: FastifyInstance, gate: Gate<PublicContext>): void {
  registerOperations(app, gate, PUBLIC_OPERATIONS)
}
