// Agents built with an SDK. Each snippet runs as it is, up to the call of the model.
import { API_KEY_HEADER, type Client } from './connection.ts'

const openaiAgents: Client = {
  id: 'openai-agents',
  name: 'OpenAI Agents SDK',
  auth: 'key',
  header: API_KEY_HEADER,
  docs: 'https://openai.github.io/openai-agents-python/mcp/',
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'Python',
      language: 'python',
      code: `import asyncio

from agents import Agent, Runner
from agents.mcp import MCPServerStreamableHttp


async def main():
    async with MCPServerStreamableHttp(
        name="fieldnote",
        params={
            "url": "${mcpUrl}",
            "headers": {"Authorization": "ApiKey ${key}"},
        },
        cache_tools_list=True,
    ) as fieldnote:
        agent = Agent(name="Assistant", mcp_servers=[fieldnote])
        result = await Runner.run(agent, "Hello")
        print(result.final_output)


asyncio.run(main())`,
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
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'Requires the @ai-sdk/mcp package. Close the client when the answer is complete.',
  docs: 'https://ai-sdk.dev/docs/ai-sdk-core/mcp-tools',
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
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'Python: pip install "langchain[mcp]>=1.4" (MCP support there is in beta). TypeScript: the @langchain/mcp-adapters package.',
  docs: 'https://docs.langchain.com/oss/python/langchain/mcp',
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'Python',
      language: 'python',
      code: `import asyncio

from fastmcp.client.transports import StreamableHttpTransport
from langchain.mcp import MCPAdapter

transport = StreamableHttpTransport(
    "${mcpUrl}",
    headers={"Authorization": "ApiKey ${key}"},
)


async def main():
    async with MCPAdapter(transport) as fieldnote:
        tools = await fieldnote.list_tools()  # pass them to create_agent
        print([tool.name for tool in tools])


asyncio.run(main())`,
    },
    {
      place: 'TypeScript',
      language: 'typescript',
      code: `import { MultiServerMCPClient } from '@langchain/mcp-adapters'

const client = new MultiServerMCPClient({
  mcpServers: {
    fieldnote: {
      transport: 'http',
      url: '${mcpUrl}',
      headers: { Authorization: 'ApiKey ${key}' },
    },
  },
})
const tools = await client.getTools() // pass them to createAgent`,
    },
  ],
}

const mastra: Client = {
  id: 'mastra',
  name: 'Mastra',
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'Requires the @mastra/mcp package.',
  docs: 'https://mastra.ai/reference/tools/mcp-client',
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'TypeScript',
      language: 'typescript',
      code: `import { MCPClient } from '@mastra/mcp'

const mcp = new MCPClient({
  servers: {
    fieldnote: {
      url: new URL('${mcpUrl}'),
      requestInit: { headers: { Authorization: 'ApiKey ${key}' } },
    },
  },
})
const tools = await mcp.listTools() // pass them to new Agent`,
    },
  ],
}

const pythonSdk: Client = {
  id: 'python-sdk',
  name: 'Python MCP SDK',
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'Version 2 of the mcp package.',
  docs: 'https://py.sdk.modelcontextprotocol.io/client/transports/',
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'Python',
      language: 'python',
      code: `import asyncio

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main():
    headers = {"Authorization": "ApiKey ${key}"}
    timeout = httpx2.Timeout(30.0, read=300.0)
    async with httpx2.AsyncClient(headers=headers, timeout=timeout) as http:
        transport = streamable_http_client("${mcpUrl}", http_client=http)
        async with Client(transport) as fieldnote:
            tools = await fieldnote.list_tools()
            print([tool.name for tool in tools.tools])


asyncio.run(main())`,
    },
  ],
}

export const CODE_CLIENTS = { openaiAgents, vercel, langChain, mastra, pythonSdk }
