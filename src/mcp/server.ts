// The MCP server of one message, by the official SDK.
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as WireTool,
} from '@modelcontextprotocol/server'
import { callTool, type McpSession, resultOf } from './call-tool.ts'
import { serverInfo } from './server-info.ts'
import { LIST_CACHE, wireTool } from './wire-tools.ts'

/** `instructions`: what a host shows to the model before any tool is called. */
export type InstructedSession<Context> = McpSession<Context> & { instructions: string }

export function createMcpServer<Context>(session: InstructedSession<Context>): Server {
  const { tools, version, instructions } = session
  // The high-level McpServer would validate arguments with its own wording; here REST and MCP share one.
  const server = new Server(serverInfo(version), {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': LIST_CACHE },
  })
  server.setRequestHandler('tools/list', async () => ({
    tools: (await session.listed()).map((tool) => wireTool(tool) as WireTool),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    const called = await callTool(tool, session, params.arguments ?? {})
    if (!called) throw new ProtocolError(ProtocolErrorCode.InternalError, 'internal error')
    return resultOf(called) as CallToolResult
  })
  return server
}
