// The calls of an agent, for one project.
import { type Answered, type Call, type CallOptions, callOf } from './call.ts'
import { type Connection, type ConnectionOptions, connection, setting } from './connection.ts'
import type {
  ActiveStudies,
  Guidelines,
  Observation,
  ObservationBatch,
  ObservationBatchCreateResponse,
  ResearchAnswer,
  ResearchAnswerCreated,
  StudyEntry,
} from './generated/api.ts'
import { batchToSend, parted, type Repeatable, type SingleObservation } from './observations.ts'
import { type PostOptions, request } from './request.ts'

export type AgentOptions = ConnectionOptions & {
  /** `FIELDNOTE_PROJECT_ID` unless set. */
  projectId?: string | undefined
  /** A key of the project: `fnk_…`. `FIELDNOTE_API_KEY` unless set. */
  apiKey?: string | undefined
}

export type Agent = { service: Connection; path: string }

/** Throws when something is missing. */
export const agentOf = (options: AgentOptions): Agent => ({
  service: connection(options, `ApiKey ${setting(options.apiKey, 'apiKey', 'FIELDNOTE_API_KEY')}`),
  path: `/v1/project/${encodeURIComponent(setting(options.projectId, 'projectId', 'FIELDNOTE_PROJECT_ID'))}`,
})

export class AgentCalls {
  readonly #agent: () => Agent

  constructor(agent: () => Agent) {
    this.#agent = agent
  }

  /** Stores one observation: one thing learned about one user in one conversation. */
  observe(observation: SingleObservation & Repeatable, options?: PostOptions): Call<Observation> {
    const { idempotencyKey, ...single } = observation
    const { about, item } = parted(single)
    return this.#store(
      { ...about, observations: [item], idempotencyKey },
      options,
      ([stored]) => stored as Observation,
    )
  }

  /** Stores up to 50 observations about one user and one conversation, all or nothing. */
  observeMany(batch: ObservationBatch & Repeatable, options?: PostOptions): Call<Observation[]> {
    return this.#store(batch, options, (stored) => stored)
  }

  /** The questions to ask this user, with what the user has answered already. */
  studies(user: string, options?: CallOptions): Call<StudyEntry[]> {
    const path = `/research/studies/?user_id=${encodeURIComponent(user)}`
    return callOf(this.#get<ActiveStudies>('studies', path, options), ({ studies }) => studies)
  }

  /** One answer per user and study; it is final. */
  answer(input: ResearchAnswer & Repeatable, options?: PostOptions): Call<ResearchAnswerCreated> {
    const { study, user, conversation, answer, idempotencyKey } = input
    const path = `/research/studies/${encodeURIComponent(study)}/answers/`
    const body = { user_id: user, interaction_id: conversation, answer }
    return callOf(
      this.#post<ResearchAnswerCreated>('answer', path, { body, idempotencyKey }, options),
      (created) => created,
    )
  }

  /** Markdown for the agent: when to post, and how. */
  guidelines(user?: string, options?: CallOptions): Call<Guidelines> {
    const path = `/service-guidelines/${user === undefined ? '' : `?user_id=${encodeURIComponent(user)}`}`
    return callOf(this.#get<Guidelines>('guidelines', path, options), (texts) => texts)
  }

  #store<Stored>(
    { idempotencyKey, ...batch }: ObservationBatch & Repeatable,
    options: PostOptions | undefined,
    read: (stored: Observation[]) => Stored,
  ): Call<Stored> {
    const post = { body: batchToSend(batch), idempotencyKey }
    const name = 'observe'
    const pending = this.#post<ObservationBatchCreateResponse>(name, '/observations/', post, options)
    return callOf(pending, ({ results }) => read(results))
  }

  async #get<Sent>(name: string, path: string, options?: CallOptions): Promise<Answered<Sent>> {
    const agent = this.#agent()
    const call = { ...options, name, method: 'GET', path: agent.path + path }
    return request(agent.service, call) as Promise<Answered<Sent>>
  }

  /** Has its key before the first try, and the same in all of them. */
  async #post<Sent>(
    name: string,
    path: string,
    { body, idempotencyKey = crypto.randomUUID() }: { body: unknown } & Repeatable,
    options?: PostOptions,
  ): Promise<Answered<Sent>> {
    const agent = this.#agent()
    const call = { ...options, name, method: 'POST', path: agent.path + path, body, idempotencyKey }
    return request(agent.service, call) as Promise<Answered<Sent>>
  }
}
