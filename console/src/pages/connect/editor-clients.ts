// Programs that people use: coding agents and desktop applications, each with its own file.
import { type Client, type Connection, json, variable } from './connection.ts'

function sharing(name: string): string {
  return `The config file contains the key. To share it with your team, use ${variable(name)} instead and have everyone set that environment variable.`
}

const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  header: 'Authorization: ApiKey …',
  note: sharing('FIELDNOTE_API_KEY'),
  snippets: ({ mcpUrl, key }) => [
    {
      place: 'Terminal',
      language: 'shell',
      code: `claude mcp add --transport http fieldnote ${mcpUrl} \\\n  --header "Authorization: ApiKey ${key}"`,
    },
    {
      place: '.mcp.json',
      language: 'json',
      code: json({
        mcpServers: {
          fieldnote: { type: 'http', url: mcpUrl, headers: { Authorization: `ApiKey ${key}` } },
        },
      }),
    },
  ],
}

const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  header: 'Authorization: ApiKey …',
  note: sharing('env:FIELDNOTE_API_KEY'),
  snippets: ({ mcpUrl, key }) => [
    {
      place: '.cursor/mcp.json',
      language: 'json',
      code: json({
        mcpServers: { fieldnote: { url: mcpUrl, headers: { Authorization: `ApiKey ${key}` } } },
      }),
    },
  ],
}

const vsCode: Client = {
  id: 'vs-code',
  name: 'VS Code',
  header: 'Authorization: ApiKey …',
  note: 'VS Code asks for the key once and stores it securely, so you can share this file.',
  snippets: ({ mcpUrl }) => [
    {
      place: '.vscode/mcp.json',
      language: 'json',
      code: json({
        inputs: [
          { type: 'promptString', id: 'fieldnote-key', description: 'Fieldnote API key', password: true },
        ],
        servers: {
          fieldnote: {
            type: 'http',
            url: mcpUrl,
            headers: { Authorization: `ApiKey ${variable('input:fieldnote-key')}` },
          },
        },
      }),
    },
  ],
}

const codex: Client = {
  id: 'codex',
  name: 'Codex',
  header: 'Authorization: ApiKey …',
  note: 'To keep the key out of the file, use env_http_headers to name an environment variable that holds the whole header value.',
  snippets: ({ mcpUrl, key }) => [
    {
      place: '~/.codex/config.toml',
      language: 'toml',
      code: `[mcp_servers.fieldnote]\nurl = "${mcpUrl}"\nhttp_headers = { "Authorization" = "ApiKey ${key}" }`,
    },
  ],
}

const mcpRemote: Client = {
  id: 'mcp-remote',
  name: 'mcp-remote',
  header: 'Authorization: ApiKey …',
  note: 'For clients that can only start local programs, such as Claude Desktop. The header is in a variable because some clients split arguments at spaces.',
  snippets: (connection) => [
    {
      place: 'Your client’s MCP settings',
      language: 'json',
      code: json({
        mcpServers: {
          fieldnote: {
            command: 'npx',
            args: mcpRemoteArguments(connection),
            env: { AUTH: `ApiKey ${connection.key}` },
          },
        },
      }),
    },
  ],
}

/** It refuses plain http to anything but this machine unless told otherwise. */
function mcpRemoteArguments({ mcpUrl }: Connection): string[] {
  const { protocol, hostname } = new URL(mcpUrl)
  const plain = protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const header = ['--header', `Authorization:${variable('AUTH')}`]
  return ['-y', 'mcp-remote', mcpUrl, ...header, ...(plain ? ['--allow-http'] : [])]
}

export const EDITOR_CLIENTS = { claudeCode, cursor, vsCode, codex, mcpRemote }
