// Every public REST route on one page.
import type { FastifyInstance } from 'fastify'
import type { AgentDeps } from '../domain/deps.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import { type Gate, registerOperations } from '../http/register.ts'
import type { ShortWay, Way } from '../http/short-way/in-front.ts'
import { takePosts } from '../http/short-way/posts.ts'
import { takeReads } from '../http/short-way/reads.ts'
import type { PublicContext } from './auth.ts'
import { getActiveStudiesOperation } from './get-active-studies.ts'
import { getServiceGuidelinesOperation } from './get-service-guidelines.ts'
import { ordinaryPosts } from './ordinary-posts.ts'
import { ordinaryGuidelines, ordinaryStudies } from './ordinary-reads.ts'
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

/** Those of which agents send the most, in front of the framework where they come in their usual form. */
export function ordinaryRestWays(shortWay: ShortWay, deps: AgentDeps, uses: KeyUses): Way[] {
  const { answersTo } = shortWay
  return [
    takePosts(shortWay, answersTo(postObservationsOperation), ordinaryPosts(deps)),
    takeReads(shortWay, answersTo(getActiveStudiesOperation), ordinaryStudies(deps)),
    takeReads(shortWay, answersTo(getServiceGuidelinesOperation), ordinaryGuidelines(deps, uses)),
  ]
}

export function registerRest(app: FastifyInstance, gate: Gate<PublicContext>): void {
  registerOperations(app, gate, PUBLIC_OPERATIONS)
}
