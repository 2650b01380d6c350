// The MCP endpoints in the OpenAPI document; the protocol itself describes the tools.
import { AnyText, ObjectOf, OneOf, Optional, WholeNumber } from '../contract/schema.ts'
import type { OperationFacts } from '../http/operation.ts'
import { TEAM_PATH, TEAM_TOOLS } from './team/tools.ts'
import { MCP_PATH } from './tools.ts'

/** Both endpoints: one JSON-RPC message, one answer. */
const Message = ObjectOf({
  jsonrpc: OneOf(['2.0']),
  id: Optional({ type: ['string', 'integer'] }),
})

const Failure = ObjectOf({
  jsonrpc: OneOf(['2.0']),
  id: { type: ['string', 'integer', 'null'] },
  error: ObjectOf({ code: WholeNumber({ examples: [-32700] }), message: AnyText() }),
})

const messageFacts = {
  method: 'POST',
  tag: 'MCP',
  body: { schema: Message, example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  success: {
    status: 200,
    description: 'A JSON-RPC response.',
    schema: Message,
    example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
    otherwise: { status: 202, description: 'The message was a notification.', bodiless: true },
  },
  invalidBody: {
    schema: Failure,
    example: { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
  },
} satisfies Partial<OperationFacts>

export const mcpOperation: OperationFacts = {
  ...messageFacts,
  path: MCP_PATH,
  operationId: 'mcp',
  summary: 'MCP over Streamable HTTP, for agents',
  description:
    'One JSON-RPC message, one JSON response; stateless. Tools: get_service_guidelines, get_active_studies, post_observations, post_research_answer. Where OAuth is served, an access token for the project (`fno_…`, as Bearer) works like a key.',
  refusals: {
    forbidden:
      'The Origin header names a page that may not call this service, or the access token lacks the scope agent.',
  },
}

const teamTools = TEAM_TOOLS.map(({ name }) => name).join(', ')

export const teamMcpOperation: OperationFacts = {
  ...messageFacts,
  path: TEAM_PATH,
  operationId: 'team_mcp',
  summary: 'MCP over Streamable HTTP, for the assistants of members',
  description: `One JSON-RPC message, one JSON response; stateless. Accepts a personal access token (\`fnp_…\`) with the role of its account, an OAuth access token with the scopes \`team:read\` and \`team:write\` within that role, and the admin token as an owner. Tools: ${teamTools}. update_issue and those after it need \`team:write\` and at least the role editor.`,
  refusals: {
    forbidden:
      'The Origin header names a page that may not call this service, or the access token lacks the scope team:read.',
  },
}
