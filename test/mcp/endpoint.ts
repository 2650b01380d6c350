// The MCP endpoint without a client in between: messages as they go over the wire, in both eras.
import { type Loose, send, type TestService } from '../service.ts'

export type Endpoint = Pick<TestService, 'mcpUrl' | 'key'>

export const MODERN = '2026-07-28'

export const request = (method: string, params?: object, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
})

export const notification = (method: string, params?: object) => ({
  jsonrpc: '2.0',
  method,
  ...(params && { params }),
})

/** Posts a message (or a raw body) with the key. */
export const post = ({ mcpUrl, key }: Endpoint, body: unknown, headers: Record<string, string> = {}) =>
  send(mcpUrl, 'POST', body, { Authorization: `ApiKey ${key}`, ...headers })

/** Posts a request as revision 2026-07-28 has it: who asks stands in each request, and the headers repeat it. */
export function postModern(
  endpoint: Endpoint,
  method: string,
  params: { name?: string; [key: string]: unknown } = {},
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method }
  const named = params.name ? { ...headers, 'Mcp-Name': params.name } : headers
  return post(endpoint, request(method, { ...params, _meta }), named)
}

/** Calls a tool and returns its result; a JSON-RPC error fails the test. */
export async function callTool(endpoint: Endpoint, name: string, args?: object) {
  const params = { name, ...(args && { arguments: args }) }
  const { status, body } = await post(endpoint, request('tools/call', params))
  if (status !== 200 || !body.result) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
  return body.result
}

/** What a refused call says: the detail, parsed when it is a list of violations. */
export function refusal(result: Loose): Loose {
  const [{ text }] = result.content
  if (!result.isError) throw new Error(`not refused: ${text}`)
  return text.startsWith('[') ? JSON.parse(text) : text
}

/** Nothing posted, no studies, no lists: what each test of a file starts from. The project and its key stay. */
export const forgetAll = ({ db }: Pick<TestService, 'db'>) =>
  db.query('TRUNCATE observation, study, study_list, idempotency_key, guideline CASCADE')
