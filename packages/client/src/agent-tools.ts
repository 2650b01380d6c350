// The four calls as tools of a model. Who the user is and which conversation it is, the host program says, never the model.
import type { AgentCalls } from './agent-calls.ts'
import type { CallOptions } from './call.ts'
import { FieldnoteError } from './errors.ts'
import type { ObservationBatchCreate } from './generated/api.ts'
import { TOOL_INPUTS } from './generated/tool-inputs.ts'

export type ToolOptions = {
  client: Pick<AgentCalls, 'observeMany' | 'studies' | 'answer' | 'guidelines'>
  /** Your stable identifier of the end user. */
  user: string
  /** Your identifier of this conversation. */
  conversation: string
  /** Told of every failure; the model is told too, in words that it can act on. */
  onError?(error: Error, tool: string): void
}

export type AgentTool = {
  name: string
  description: string
  inputSchema: { type: 'object'; properties: Record<string, unknown>; required: readonly string[] }
  /** Never throws: a failure is an answer, so that the conversation goes on. */
  call(input: unknown, options?: CallOptions): Promise<object>
}

type Described = Omit<AgentTool, 'call'> & {
  call(options: ToolOptions, input: never, calling?: CallOptions): Promise<object>
}

type Observations = Pick<ObservationBatchCreate, 'user_sentiment' | 'observations'>
type Answer = { study_id: string; answer: string }

const TOOLS: Described[] = [
  {
    name: 'get_service_guidelines',
    description:
      'Read how this product team wants observations and research answers to be written. Call it once at the start of each conversation, before any other tool of this service, follow what it says, and do not call it again.',
    inputSchema: TOOL_INPUTS.getServiceGuidelines,
    call: ({ client, user }, _, calling) => client.guidelines(user, calling),
  },
  {
    name: 'get_active_studies',
    description:
      "List the team's open questions for this end user, with what the user already answered. Call it before you investigate a study, and again whenever you need the latest logged answer. Judge each study's eligibility_criteria yourself. The id of a study is its study_id in post_research_answer.",
    inputSchema: TOOL_INPUTS.getActiveStudies,
    call: async ({ client, user }, _, calling) => ({
      user_id: user,
      studies: await client.studies(user, calling),
    }),
  },
  {
    name: 'post_observations',
    description:
      'Write down what you learned about the end user in this conversation: problems, wishes, confusion, delight. Send everything you have to say now in one call, one fact per item, each fact once.',
    inputSchema: TOOL_INPUTS.postObservations,
    call: async (
      { client, user, conversation },
      { user_sentiment, observations }: Observations,
      calling,
    ) => ({
      results: await client.observeMany(
        { user, conversation, sentiment: user_sentiment, observations },
        calling,
      ),
    }),
  },
  {
    name: 'post_research_answer',
    description:
      'Record what the end user answered to an open study. List the studies first with get_active_studies. There is one answer per user and study, and it is final: post when the user has finished the thought.',
    inputSchema: TOOL_INPUTS.postResearchAnswer,
    call: ({ client, user, conversation }, { study_id, answer }: Answer, calling) =>
      client.answer({ user, conversation, study: String(study_id), answer }, calling),
  },
]

export const agentTools = (options: ToolOptions): AgentTool[] =>
  TOOLS.map((tool) => ({
    ...tool,
    async call(input, calling) {
      try {
        return await tool.call(options, (input ?? {}) as never, calling)
      } catch (error) {
        calling?.signal?.throwIfAborted()
        options.onError?.(error as Error, tool.name)
        return { error: forTheModel(error) }
      }
    },
  }))

/** What was refused the model can put right; about everything else it can do nothing. */
function forTheModel(error: unknown): unknown {
  const refused = error instanceof FieldnoteError && [400, 404, 409].includes(error.status ?? 0)
  return refused ? error.detail : 'Not available now. Carry on with the conversation, and do not mention it.'
}
