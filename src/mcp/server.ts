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
import type { Tool, ToolAnswer } from './tool.ts'

/** One caller at one endpoint. */
export type McpSession<Context> = {
  context: Context
  tools: readonly Tool<Context>[]
  /** Whether this caller is told of the tool; one that is not listed refuses the call itself. */
  isListed(tool: Tool<Context>): boolean
  version: string
  /** What a host shows to the model before any tool is called. */
  instructions: string
  onFault(error: unknown): void
}

/** The tools change with the version and the caller's role only; a host need not ask in every conversation. */
const CACHE = { ttlMs: 60 * 60 * 1000, cacheScope: 'private' } as const

export function createMcpServer<Context>(session: McpSession<Context>): Server {
  const { tools, version, instructions } = session
  const info = { name: 'fieldnote', title: 'Fieldnote', version }
  // The high-level McpServer would validate arguments with its own wording; here REST and MCP share one.
  const server = new Server(info, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': CACHE },
  })
  server.setRequestHandler('tools/list', async () => ({
    tools: tools.filter((tool) => session.isListed(tool)).map(wireTool),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return callTool(tool, session, params.arguments ?? {})
  })
  return server
}

function wireTool<Context>(tool: Tool<Context>): WireTool {
  const { name, title, description, searchHint, inputSchema, outputSchema, annotations } = tool
  return {
    name,
    title,
    description,
    inputSchema: portableInput(inputSchema),
    ...(outputSchema && { outputSchema: portableOutput(outputSchema) }),
    annotations: { title, ...annotations },
    // Claude Code loads tools on demand; those with a hint are few, and an agent must see them to think of them.
    ...(searchHint && { _meta: { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': searchHint } }),
  } as unknown as WireTool
}

async function callTool<Context>(
  tool: Tool<Context>,
  { context, onFault }: McpSession<Context>,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  try {
    return succeeded(await tool.call(context, parseStringified(tool.inputSchema, args)))
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unavailable(error)
    if (refusal) return refused(refusal)
    onFault(error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'internal error')
  }
}

function succeeded({ structured, text = structured }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(text) }],
    ...(structured && { structuredContent: structured as Record<string, unknown> }),
  }
}

function refused({ detail }: Refusal): CallToolResult {
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail)
  return { content: [{ type: 'text', text }], isError: true }
}
