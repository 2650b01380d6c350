// The four calls of an agent, for one project.
import { type ConnectionOptions, connection, given } from './connection.ts'
import type {
  ActiveStudies,
  Guidelines,
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
  ResearchAnswerCreate,
  ResearchAnswerCreated,
} from './generated/api.ts'
import { type CallOptions, type PostOptions, request } from './request.ts'

export { FieldnoteError } from './fieldnote-error.ts'
export type * from './generated/api.ts'
export {
  createObservationQueue,
  type ObservationQueue,
  type QueuedObservation,
  type QueueOptions,
  type UnsentBatch,
} from './observation-queue.ts'
export type { CallOptions, ConnectionOptions, PostOptions }

export type ClientOptions = ConnectionOptions & {
  projectId: string
  /** A key of the project: `fnk_…`. */
  apiKey: string
}

export type Client = {
  /** Stores up to 50 observations about one user and one conversation, all or nothing. */
  postObservations(
    batch: ObservationBatchCreate,
    options?: PostOptions,
  ): Promise<ObservationBatchCreateResponse>
  /** The questions to ask this user, with what the user has answered already. */
  getActiveStudies(input: { user_id: string }, options?: CallOptions): Promise<ActiveStudies>
  /** One answer per user and study; it is final. */
  postResearchAnswer(
    input: ResearchAnswerCreate & { study_id: string },
    options?: PostOptions,
  ): Promise<ResearchAnswerCreated>
  /** Markdown for the agent: when to post, and how. */
  getServiceGuidelines(options?: CallOptions): Promise<Guidelines>
}

export function createClient(options: ClientOptions): Client {
  const service = connection(options, `ApiKey ${given('apiKey', options.apiKey)}`)
  const project = `/v1/project/${encodeURIComponent(given('projectId', options.projectId))}`
  const get = <T>(name: string, path: string, options?: CallOptions) =>
    request(service, { ...options, name, method: 'GET', path: project + path }) as Promise<T>
  const post = <T>(name: string, path: string, body: unknown, options: PostOptions = {}) => {
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID()
    const call = { ...options, name, method: 'POST', path: project + path, body, idempotencyKey }
    return request(service, call) as Promise<T>
  }
  return {
    postObservations: (batch, options) => post('postObservations', '/observations/', batch, options),
    getActiveStudies: ({ user_id }, options) =>
      get('getActiveStudies', `/research/studies/?user_id=${encodeURIComponent(user_id)}`, options),
    postResearchAnswer: ({ study_id, ...answer }, options) =>
      post(
        'postResearchAnswer',
        `/research/studies/${encodeURIComponent(study_id)}/answers/`,
        answer,
        options,
      ),
    getServiceGuidelines: (options) => get('getServiceGuidelines', '/service-guidelines/', options),
  }
}
