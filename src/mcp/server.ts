// The MCP server of one request: lists the tools, and calls one.
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as WireTool,
} from '@modelcontextprotocol/server'
import { Refusal } from '../contract/refusal.ts'
import { unavailable } from '../domain/unavailable.ts'
import { parseStringified } from './parse-stringified.ts'
import type { Tool, ToolAnswer, ToolContext } from './tool.ts'
import { TOOLS } from './tools.ts'

const INSTRUCTIONS =
  'Fieldnote collects what you learn about the users of a product. Read get_service_guidelines once at the start of a conversation; then post observations and research answers as it says.'

export type McpContext = ToolContext & { version: string; onFault(error: unknown): void }

export function createMcpServer(context: McpContext): Server {
  const info = { name: 'fieldnote', title: 'Fieldnote', version: context.version }
  // The high-level McpServer would validate arguments with its own wording; here REST and MCP share one.
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  server.setRequestHandler('tools/list', async () => ({ tools: WIRE_TOOLS }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return callTool(tool, context, params.arguments ?? {})
  })
  return server
}

const WIRE_TOOLS = TOOLS.map(
  ({ name, title, description, inputSchema, outputSchema, annotations }) =>
    ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: { title, ...annotations },
    }) as WireTool,
)

async function callTool(
  tool: Tool,
  context: McpContext,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  try {
    return succeeded(await tool.call(context, parseStringified(tool.inputSchema, args)))
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unavailable(error)
    if (refusal) return refused(refusal)
    context.onFault(error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'internal error')
  }
}

function succeeded({ structured, text = structured }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(text) }],
    structuredContent: structured as Record<string, unknown>,
  }
}

function refused({ detail }: Refusal): CallToolResult {
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail)
  return { content: [{ type: 'text', text }], isError: true }
}
