// What an agent's host program needs: the agent's calls, the queue, and what they throw.
import { AgentCalls, type AgentOptions, agentOf } from './agent-calls.ts'

export type { Call, CallOptions, List, Page } from './call.ts'
export {
  ConflictError,
  type ErrorCode,
  FieldnoteError,
  ForbiddenError,
  InvalidError,
  NoAnswerError,
  NotFoundError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
} from './errors.ts'
export type * from './generated/api.ts'
export {
  createObservationQueue,
  type ObservationQueue,
  type QueueOptions,
  type UnsentBatch,
} from './observation-queue.ts'
export type { SingleObservation } from './observations.ts'
export type { PostOptions } from './request.ts'
export type FieldnoteOptions = AgentOptions

/** The agent's half. What is missing in the options is said at once. */
export class Fieldnote extends AgentCalls {
  constructor(options: FieldnoteOptions = {}) {
    const agent = agentOf(options)
    super(() => agent)
  }
}
