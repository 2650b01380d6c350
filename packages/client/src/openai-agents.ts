// Tools for the OpenAI Agents SDK.
import { type Tool, tool } from '@openai/agents'
import { agentTools, type ToolOptions } from './agent-tools.ts'

export type { ToolOptions }

/** For an agent: `tools: fieldnoteTools({ client, user, conversation })`. */
export function fieldnoteTools(options: ToolOptions): Tool[] {
  return agentTools(options).map(({ name, description, inputSchema, call }) =>
    tool({
      name,
      description,
      // Strict inputs would make optional fields required.
      strict: false,
      parameters: {
        ...inputSchema,
        required: [...inputSchema.required],
        additionalProperties: true,
      } as never,
      execute: (input, _, details) => call(input, { signal: details?.signal }),
    }),
  )
}
