// The MCP server of one request: lists the tools, and calls one.
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as WireTool,
} from '@modelcontextprotocol/server'
import { type CallContext, callTool } from './call-tool.ts'
import { serverInfo } from './server-info.ts'
import { TOOLS } from './tools.ts'
import { LIST_CACHE, WIRE_TOOLS } from './wire-tools.ts'

export type McpContext = CallContext & {
  version: string
  /** What a host shows to the model before any tool is called. */
  instructions: string
}

export function createMcpServer(context: McpContext): Server {
  // The high-level McpServer would validate arguments with its own wording; here REST and MCP share one.
  const server = new Server(serverInfo(context.version), {
    capabilities: { tools: {} },
    instructions: context.instructions,
    cacheHints: { 'tools/list': LIST_CACHE },
  })
  server.setRequestHandler('tools/list', async () => ({ tools: WIRE_TOOLS as unknown as WireTool[] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    const result = await callTool(tool, context, params.arguments ?? {})
    if (!result) throw new ProtocolError(ProtocolErrorCode.InternalError, 'internal error')
    return result as CallToolResult
  })
  return server
}
