// Agents that people build: model APIs and SDKs, and the REST interface for everything else.
import { type Client, json } from './connection.ts'

const ONLINE = 'The model provider calls Fieldnote, so its URL must be reachable from the internet.'

/** A body between quotes, set in as the lines of the command are. */
const inShell = (body: unknown): string => json(body).replaceAll('\n', '\n  ')

const claudeApi: Client = {
  id: 'claude-api',
  name: 'Claude API',
  header: 'Authorization: Bearer …',
  note: `The connector sends the key as a bearer token, which Fieldnote also accepts. ${ONLINE} It must start with https.`,
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
    model: 'claude-opus-4-6',
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
  header: 'X-Api-Key: …',
  note: ONLINE,
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'In the tools of a request',
      language: 'json',
      code: json({
        type: 'mcp',
        server_label: 'fieldnote',
        server_description: 'Records what users say and feel, and asks research questions.',
        server_url: mcpUrl,
        headers: { 'X-Api-Key': key },
        require_approval: 'never',
      }),
    },
  ],
}

const openaiAgents: Client = {
  id: 'openai-agents',
  name: 'OpenAI Agents SDK',
  header: 'Authorization: ApiKey …',
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'Python',
      language: 'python',
      code: `from agents import Agent, Runner
from agents.mcp import MCPServerStreamableHttp

async with MCPServerStreamableHttp(
    name="fieldnote",
    params={
        "url": "${mcpUrl}",
        "headers": {"Authorization": "ApiKey ${key}"},
    },
    cache_tools_list=True,
) as fieldnote:
    agent = Agent(name="Assistant", mcp_servers=[fieldnote])
    result = await Runner.run(agent, "Hello")`,
    },
    {
      place: 'TypeScript',
      language: 'typescript',
      code: `import { Agent, MCPServerStreamableHttp, run } from '@openai/agents'

const fieldnote = new MCPServerStreamableHttp({
  name: 'fieldnote',
  url: '${mcpUrl}',
  requestInit: { headers: { Authorization: 'ApiKey ${key}' } },
  cacheToolsList: true,
})
await fieldnote.connect()

const agent = new Agent({ name: 'Assistant', mcpServers: [fieldnote] })
const result = await run(agent, 'Hello')`,
    },
  ],
}

const vercel: Client = {
  id: 'vercel',
  name: 'Vercel AI SDK',
  header: 'Authorization: ApiKey …',
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'TypeScript',
      language: 'typescript',
      code: `import { createMCPClient } from '@ai-sdk/mcp'

const fieldnote = await createMCPClient({
  transport: {
    type: 'http',
    url: '${mcpUrl}',
    headers: { Authorization: 'ApiKey ${key}' },
  },
})
const tools = await fieldnote.tools() // pass them to generateText or streamText`,
    },
  ],
}

const langChain: Client = {
  id: 'langchain',
  name: 'LangChain',
  header: 'Authorization: ApiKey …',
  note: 'Requires the langchain-mcp-adapters package.',
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'Python',
      language: 'python',
      code: `from langchain_mcp_adapters.client import MultiServerMCPClient

client = MultiServerMCPClient(
    {
        "fieldnote": {
            "transport": "streamable_http",
            "url": "${mcpUrl}",
            "headers": {"Authorization": "ApiKey ${key}"},
        }
    }
)
tools = await client.get_tools()  # pass them to create_agent`,
    },
  ],
}

const curl: Client = {
  id: 'curl',
  name: 'curl',
  header: 'Authorization: ApiKey …',
  note: 'The REST API, for agents without MCP and anything else that can send HTTP requests.',
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

export const CODE_CLIENTS = { claudeApi, openaiResponses, openaiAgents, vercel, langChain, curl }
