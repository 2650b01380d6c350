// Web assistants, which accept no key: the person who adds one signs in to Fieldnote and grants access.
import type { Client } from './connection.ts'

const PUBLIC = 'Fieldnote must be reachable from the internet over https.'

const claudeAi: Client = {
  id: 'claude-ai',
  name: 'claude.ai',
  auth: 'sign-in',
  note: `${PUBLIC} On Team and Enterprise plans an owner adds the connector first; then everyone connects it. It also appears in Claude Desktop and in the mobile apps.`,
  docs: 'https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp',
  steps: () => [
    'Open Settings, then Connectors, and choose Add custom connector.',
    'Enter the name Fieldnote and the URL below, and choose Add.',
    'Choose Connect, sign in to Fieldnote, and allow access to this project.',
  ],
  snippets: ({ mcpUrl }) => [{ place: 'Remote MCP server URL', language: 'shell', code: mcpUrl }],
}

const chatGpt: Client = {
  id: 'chatgpt',
  name: 'ChatGPT',
  auth: 'sign-in',
  note: `${PUBLIC} Without developer mode, ChatGPT only accepts servers that have a search tool.`,
  docs: 'https://developers.openai.com/api/docs/guides/developer-mode',
  steps: () => [
    'Open Settings, then Apps, then Advanced settings, and turn on Developer mode.',
    'Back in Apps, choose Create app.',
    'Enter the name Fieldnote and the URL below, choose OAuth for authentication, and choose Create.',
    'Sign in to Fieldnote, and allow access to this project.',
  ],
  snippets: ({ mcpUrl }) => [{ place: 'MCP server URL', language: 'shell', code: mcpUrl }],
}

export const CHAT_CLIENTS = { claudeAi, chatGpt }
