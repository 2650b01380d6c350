// Model APIs that call Fieldnote themselves, and the REST interface for everything else.
import { API_KEY_HEADER, type Client, json } from './connection.ts'

const ONLINE = 'The model provider calls Fieldnote, so its URL must be reachable from the internet.'

/** A body in quotes, indented like the command's lines. */
const inShell = (body: unknown): string => json(body).replaceAll('\n', '\n  ')

const claudeApi: Client = {
  id: 'claude-api',
  name: 'Claude API',
  auth: 'key',
  header: 'Authorization: Bearer …',
  note: `The connector sends the key as a bearer token, which Fieldnote also accepts. ${ONLINE} It must start with https.`,
  docs: 'https://platform.claude.com/docs/en/agents-and-tools/mcp-connector',
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'Terminal',
      language: 'shell',
      code: `curl https://api.anthropic.com/v1/messages \\
  -H "Content-Type: application/json" \\
  -H "X-Api-Key: $ANTHROPIC_API_KEY" \\
  -H "anthropic-version: 2023-06-01" \\
  -H "anthropic-beta: mcp-client-2025-11-20" \\
  -d '${inShell({
    model: 'claude-opus-5-5',
    max_tokens: 1000,
    messages: [{ role: 'user', content: 'Read the Fieldnote guidelines, then follow them.' }],
    mcp_servers: [{ type: 'url', url: mcpUrl, name: 'fieldnote', authorization_token: key }],
    tools: [{ type: 'mcp_toolset', mcp_server_name: 'fieldnote' }],
  })}'`,
    },
  ],
}

const openaiResponses: Client = {
  id: 'openai-responses',
  name: 'OpenAI Responses API',
  auth: 'key',
  header: 'X-Api-Key: …',
  note: ONLINE,
  docs: 'https://developers.openai.com/api/docs/guides/tools-remote-mcp',
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'Terminal',
      language: 'shell',
      code: `curl https://api.openai.com/v1/responses \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -d '${inShell({
    model: 'gpt-6.1-terra',
    input: 'Read the Fieldnote guidelines, then follow them.',
    tools: [
      {
        type: 'mcp',
        server_label: 'fieldnote',
        server_description: 'Records what users say and feel, and asks research questions.',
        server_url: mcpUrl,
        headers: { 'X-Api-Key': key },
        require_approval: 'never',
      },
    ],
  })}'`,
    },
  ],
}

const curl: Client = {
  id: 'curl',
  name: 'curl',
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'The REST API, for agents without MCP and anything else that can send HTTP requests.',
  docs: 'https://curl.se/docs/manpage.html',
  snippets: ({ restUrl, key }) => [
    {
      place: 'Terminal',
      language: 'shell',
      code: `curl -X POST '${restUrl}observations/' \\
  -H 'Authorization: ApiKey ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${inShell({
    user_id: 'user-1',
    interaction_id: 'chat-1',
    user_sentiment: 'negative',
    observations: [
      {
        title: 'Export stops at 1,000 rows',
        description: 'The user exported a year of invoices and found only the first 1,000 rows in the file.',
      },
    ],
  })}'`,
    },
  ],
}

export const API_CLIENTS = { claudeApi, openaiResponses, curl }
