// Tools for the Vercel AI SDK.
import { jsonSchema, type Tool, tool } from 'ai'
import { agentTools, type ToolOptions } from './agent-tools.ts'

export type { ToolOptions }

/** For `generateText`, `streamText` and agents: `tools: fieldnoteTools({ client, user, conversation })`. */
export function fieldnoteTools(options: ToolOptions): Record<string, Tool> {
  const tools = agentTools(options).map(({ name, description, inputSchema, call }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]),
      execute: (input, { abortSignal }) => call(input, { signal: abortSignal }),
    }),
  ])
  return Object.fromEntries(tools)
}
