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
import { portableInput, portableOutput } from './portable-schema.ts'
import type { Tool, ToolAnswer, ToolContext } from './tool.ts'
import { TOOLS } from './tools.ts'

export type McpContext = ToolContext & {
  version: string
  /** What a host shows to the model before any tool is called. */
  instructions: string
  onFault(error: unknown): void
}

/** The tools change with the version of the service only; a host need not ask for them in every conversation. */
const CACHE = { ttlMs: 60 * 60 * 1000, cacheScope: 'private' } as const

export function createMcpServer(context: McpContext): Server {
  const info = { name: 'fieldnote', title: 'Fieldnote', version: context.version }
  // The high-level McpServer would validate arguments with its own wording; here REST and MCP share one.
  const server = new Server(info, {
    capabilities: { tools: {} },
    instructions: context.instructions,
    cacheHints: { 'tools/list': CACHE },
  })
  server.setRequestHandler('tools/list', async () => ({ tools: WIRE_TOOLS }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return callTool(tool, context, params.arguments ?? {})
  })
  return server
}

const WIRE_TOOLS = TOOLS.map(
  ({ name, title, description, searchHint, inputSchema, outputSchema, annotations }) =>
    ({
      name,
      title,
      description,
      inputSchema: portableInput(inputSchema),
      outputSchema: portableOutput(outputSchema),
      annotations: { title, ...annotations },
      // Claude Code loads tools on demand; these four are small, and an agent must see them to think of them.
      _meta: { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': searchHint },
    }) as unknown as WireTool,
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
