// The MCP endpoint as the OpenAPI document shows it; the protocol itself describes the tools.
import { AnyText, ObjectOf, OneOf, Optional, WholeNumber } from '../contract/schema.ts'
import type { OperationFacts } from '../http/operation.ts'
import { MCP_PATH } from './tools.ts'

const Message = ObjectOf({
  jsonrpc: OneOf(['2.0']),
  id: Optional({ type: ['string', 'integer'] }),
})

const Failure = ObjectOf({
  jsonrpc: OneOf(['2.0']),
  id: { type: ['string', 'integer', 'null'] },
  error: ObjectOf({ code: WholeNumber({ examples: [-32700] }), message: AnyText() }),
})

export const mcpOperation: OperationFacts = {
  method: 'POST',
  path: MCP_PATH,
  operationId: 'mcp',
  summary: 'MCP over Streamable HTTP',
  description:
    'One JSON-RPC message, one JSON response; stateless. Tools: get_service_guidelines, get_active_studies, post_observations, post_research_answer. Where OAuth is served, an access token for the project (`fno_…`, as Bearer) opens it as a key does.',
  tag: 'MCP',
  body: { schema: Message, example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  success: {
    status: 200,
    description: 'A JSON-RPC response. Notifications are answered with 202 and no body.',
    schema: Message,
    example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
  },
  invalidBody: {
    schema: Failure,
    example: { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
  },
  refusals: {
    forbidden:
      'The Origin header names a page that may not call this service, or the access token lacks the scope agent.',
  },
}
