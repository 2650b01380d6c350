// The MCP server of one message, by the official SDK.
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as WireTool,
} from '@modelcontextprotocol/server'
import { type Called, listedTools, type McpSession, resultOf } from './call-tool.ts'
import { serverInfo } from './server-info.ts'
import type { Tool } from './tool.ts'
import { LIST_CACHE, wireTool } from './wire-tools.ts'

export type InstructedSession<Context> = McpSession<Context> & {
  /** What a host shows to the model before any tool is called. */
  instructions: string
  call(tool: Tool<Context>, args: Record<string, unknown>): Promise<Called | null>
}

export function createMcpServer<Context>(session: InstructedSession<Context>): Server {
  const { endpoint, version, instructions, call } = session
  // The high-level McpServer would validate arguments with its own wording; here REST and MCP share one.
  const server = new Server(serverInfo(version), {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': LIST_CACHE },
  })
  server.setRequestHandler('tools/list', async () => ({
    tools: (await listedTools(session)).map((tool) => wireTool(tool) as WireTool),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = endpoint.tools.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    const called = await call(tool, params.arguments ?? {})
    if (!called) throw new ProtocolError(ProtocolErrorCode.InternalError, 'internal error')
    return resultOf(called) as CallToolResult
  })
  return server
}
