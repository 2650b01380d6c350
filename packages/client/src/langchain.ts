// Tools for LangChain and LangGraph.
import { type StructuredToolInterface, tool } from '@langchain/core/tools'
import type { JSONSchema } from '@langchain/core/utils/json_schema'
import { agentTools, type ToolOptions } from './agent-tools.ts'

export type { ToolOptions }

/** For `createAgent` or `model.bindTools`: `fieldnoteTools({ client, user, conversation })`. */
export function fieldnoteTools(options: ToolOptions): StructuredToolInterface[] {
  return agentTools(options).map(({ name, description, inputSchema, call }) =>
    tool(async (input, { signal }) => JSON.stringify(await call(input, { signal })), {
      name,
      description,
      schema: inputSchema as JSONSchema,
    }),
  )
}
