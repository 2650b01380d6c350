// Every public REST route on one page, with the gate before them: key, then project, then rate limits.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Guidelines } from '../contract/guidelines/guidelines.ts'
import { IdempotencyHeader, idempotencyHeader } from '../contract/idempotency.ts'
import { LIMITS } from '../contract/limits.ts'
import { BATCH, BATCH_RESPONSE } from '../contract/observations/observation-examples.ts'
import {
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
  observationBatchViolations,
} from '../contract/observations/observations.ts'
import { refuseInvalid, type Violation } from '../contract/refusal.ts'
import {
  ActiveStudies,
  ActiveStudiesQuery,
  ResearchAnswerCreate,
  ResearchAnswerCreated,
} from '../contract/research/research.ts'
import { ACTIVE_STUDIES, ANSWER_REQUEST, ANSWER_RESPONSE } from '../contract/research/research-examples.ts'
import { AnyText, ObjectOf, Optional } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'
import type { AgentDeps } from '../domain/deps.ts'
import { getServiceGuidelines } from '../domain/guidelines/get-service-guidelines.ts'
import { postObservations } from '../domain/observations/post-observations.ts'
import type { Outcome } from '../domain/once.ts'
import {
  authenticateKey,
  type Caller,
  type KeyUses,
  requireProject,
} from '../domain/projects/authenticate-key.ts'
import { getActiveStudies } from '../domain/research/get-active-studies.ts'
import { postResearchAnswer } from '../domain/research/post-research-answer.ts'
import { undecodableParameter } from '../http/address.ts'
import type { ProjectQueues } from '../http/connections/project-queues.ts'
import { type Operation, pathParameter } from '../http/operation.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { type Gate, registerOperations } from '../http/register.ts'

/** Who is calling, and where uses of the key are counted. */
type PublicContext = Caller & {
  deps: AgentDeps
  uses: KeyUses
}

export function publicGate(
  deps: AgentDeps,
  uses: KeyUses,
  rateLimit: RateLimit,
  queues: ProjectQueues,
): Gate<PublicContext> {
  return async (request, reply) => {
    const { projectId, callerId, keyId, limits } = await authenticateKey(deps, uses, sentKey(request.headers))
    requireProject(projectId, pathParameter(request, 'project_id'))
    rateLimit.take(reply, { projectId, callerId, limits })
    const wait = queues.enter(projectId, request.raw, reply.raw)
    if (wait) await wait
    return { projectId, callerId, keyId, limits, deps, uses }
  }
}

/** `Authorization: ApiKey K` or `Bearer K`; with another scheme or none, `X-Api-Key: K`. */
function sentKey(headers: IncomingHttpHeaders): string | undefined {
  const [, key] = /^(?:apikey|bearer) +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  const own = headers['x-api-key']
  return key ?? (typeof own === 'string' ? own : undefined)
}

const postObservationsOperation: Operation<PublicContext> = {
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

const studiesQuery = checker(ActiveStudiesQuery, 'query')

const getActiveStudiesOperation: Operation<PublicContext> = {
  method: 'GET',
  path: '/v1/project/{project_id}/research/studies/',
  operationId: 'get_active_studies',
  summary: 'Get the studies that are active for an end user',
  description:
    'Sampling, dates and answer caps are checked here. Eligibility criteria are not: judge them against the user and the conversation.',
  tag: 'Research',
  query: ActiveStudiesQuery,
  success: {
    status: 200,
    description: 'The studies to ask this user, in a stable order.',
    schema: ActiveStudies,
    example: ACTIVE_STUDIES,
  },
  async handle({ deps, projectId }, request) {
    refuseInvalid(undecodableParameter(request, 'user_id'))
    const { user_id } = studiesQuery.parse(request.query)
    return { body: await getActiveStudies(deps, projectId, user_id) }
  },
}

const answerBody = checker(ResearchAnswerCreate, 'body')

const postResearchAnswerOperation: Operation<PublicContext> = {
  method: 'POST',
  path: '/v1/project/{project_id}/research/studies/{study_id}/answers/',
  operationId: 'post_research_answer',
  summary: "Post an end user's answer to a study",
  description: 'One answer per user and study, only while the study is active for that user.',
  tag: 'Research',
  header: IdempotencyHeader,
  body: { schema: ResearchAnswerCreate, example: ANSWER_REQUEST },
  success: {
    status: 201,
    description: 'Stored.',
    schema: ResearchAnswerCreated,
    example: ANSWER_RESPONSE,
  },
  refusals: {
    not_found: 'No such project for this key, or no such study in it.',
    conflict:
      'The user has answered already, is not sampled in or is resting after another answer, or the study is paused, ended, outside its dates, full or at its daily limit; `detail` says which. Or the idempotency key was used with another request.',
  },
  async handle({ deps, projectId }, request) {
    refuseInvalid([...answerBody.violations(request.body), ...idempotencyViolations(request)])
    const answer = request.body as ResearchAnswerCreate
    const idempotencyKey = idempotencyKeyOf(request)
    const study = { id: pathParameter(request, 'study_id').toLowerCase() }
    const outcome = await postResearchAnswer(deps, {
      projectId,
      source: 'rest',
      study,
      answer,
      idempotencyKey,
    })
    return { body: outcome.response, headers: replayHeader(outcome) }
  },
}

const GuidelinesQuery = ObjectOf({
  user_id: Optional(
    AnyText({ description: 'Accepted for consistency with the other calls; it has no effect.' }),
  ),
})

const getServiceGuidelinesOperation: Operation<PublicContext> = {
  method: 'GET',
  path: '/v1/project/{project_id}/service-guidelines/',
  operationId: 'get_service_guidelines',
  summary: 'Get the guidelines for agents',
  description: 'Markdown on when and how to post. Read it once at the start of a conversation.',
  tag: 'Guidelines',
  query: GuidelinesQuery,
  success: {
    status: 200,
    description: '`research` is present while the project has a study that takes answers.',
    schema: Guidelines,
    example: { observations: '# Posting observations\n…', research: '# Conducting research\n…' },
  },
  handle: async (context) => ({
    body: await getServiceGuidelines(context.deps, context.uses, context),
    lasting: true,
  }),
}

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

type Sent = { headers: IncomingHttpHeaders }

const idempotencyViolations = ({ headers }: Sent): Violation[] => idempotencyHeader.violations(headers)

const idempotencyKeyOf = ({ headers }: Sent): string | undefined =>
  headers['idempotency-key'] as string | undefined

/** Says that this is the first response again and that nothing was stored this time. */
const replayHeader = ({ replayed }: Outcome<unknown>): Record<string, string> =>
  replayed ? { 'Idempotent-Replayed': 'true' } : {}
