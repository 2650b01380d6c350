// Real MCP clients under one face: the official SDK of both generations, and one by other hands.
import { createMCPClient } from '@ai-sdk/mcp'
import * as v2 from '@modelcontextprotocol/client'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Loose } from '../service.ts'
import { MODERN } from './endpoint.ts'

type Headers = Record<string, string>

export type ConnectedClient = {
  toolNames(): Promise<string[]>
  call(name: string, args: Record<string, unknown>): Promise<Loose>
  close(): Promise<unknown>
}

const INFO = { name: 'test', version: '1.0.0' }

export async function connectV1(url: string, headers: Headers): Promise<ConnectedClient> {
  const client = new V1Client(INFO)
  const transport = new V1Transport(new URL(url), { requestInit: { headers } })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  }
}

const connectV2 =
  (options: v2.ClientOptions) =>
  async (url: string, headers: Headers): Promise<ConnectedClient> => {
    const client = new v2.Client(INFO, options)
    await client.connect(new v2.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    return {
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    }
  }

async function connectAiSdk(url: string, headers: Headers): Promise<ConnectedClient> {
  const client = await createMCPClient({ transport: { type: 'http', url, headers } })
  const tools: Record<string, Loose> = await client.tools()
  return {
    toolNames: async () => Object.keys(tools),
    call: (name, args) => tools[name].execute(args, { toolCallId: '1', messages: [] }),
    close: () => client.close(),
  }
}

export const CLIENTS = [
  { client: 'the official SDK, v1', connect: connectV1 },
  { client: 'the official SDK, v2, as it comes', connect: connectV2({}) },
  {
    client: `the official SDK, v2, at revision ${MODERN}`,
    connect: connectV2({ versionNegotiation: { mode: { pin: MODERN } } }),
  },
  { client: 'the AI SDK', connect: connectAiSdk },
]
