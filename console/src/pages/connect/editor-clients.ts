// Coding agents and desktop applications, each with its own configuration file.
import { API_KEY_HEADER, apiKeyHeader, type Client, type Connection, json, variable } from './connection.ts'

function sharing(name: string): string {
  return `The config file contains the key. To share it with your team, use ${variable(name)} instead and have everyone set that environment variable.`
}

const mcpJson = ({ mcpUrl, key }: Connection): string =>
  json({ mcpServers: { fieldnote: { type: 'http', url: mcpUrl, headers: apiKeyHeader(key) } } })

const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  auth: 'key',
  header: API_KEY_HEADER,
  note: sharing('FIELDNOTE_API_KEY'),
  docs: 'https://code.claude.com/docs/en/mcp',
  snippets: (connection) => [
    {
      place: 'Terminal',
      language: 'shell',
      code: `claude mcp add --transport http fieldnote ${connection.mcpUrl} \\\n  --header "Authorization: ApiKey ${connection.key}"`,
    },
    { place: '.mcp.json', language: 'json', code: mcpJson(connection) },
  ],
}

const claudeDesktop: Client = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'Open Settings > Developer > Edit Config, paste this, and restart Claude Desktop. It starts mcp-remote, which needs Node.js. The header is in a variable because some clients split arguments at spaces.',
  docs: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  snippets: (connection) => [
    { place: 'claude_desktop_config.json', language: 'json', code: mcpRemoteJson(connection) },
  ],
}

const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  auth: 'key',
  header: API_KEY_HEADER,
  note: sharing('env:FIELDNOTE_API_KEY'),
  docs: 'https://cursor.com/docs/mcp/install-links',
  install: ({ mcpUrl, key }) => {
    const config = btoa(JSON.stringify({ url: mcpUrl, headers: apiKeyHeader(key) }))
    return {
      label: 'Add to Cursor',
      href: `cursor://anysphere.cursor-deeplink/mcp/install?name=fieldnote&config=${encodeURIComponent(config)}`,
    }
  },
  snippets: ({ mcpUrl, key }) => [
    {
      place: '.cursor/mcp.json',
      language: 'json',
      code: json({ mcpServers: { fieldnote: { url: mcpUrl, headers: apiKeyHeader(key) } } }),
    },
  ],
}

/** VS Code asks for the value when the server first starts, and stores it. */
const VS_CODE_INPUT = {
  type: 'promptString',
  id: 'fieldnote-key',
  description: 'Fieldnote API key',
  password: true,
}
const vsCodeServer = ({ mcpUrl }: Connection) => ({
  type: 'http',
  url: mcpUrl,
  headers: apiKeyHeader(variable(`input:${VS_CODE_INPUT.id}`)),
})

const vsCode: Client = {
  id: 'vs-code',
  name: 'VS Code',
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'With the link or the first file, VS Code asks for the key once and stores it securely, so you can share the file. For Copilot sessions, use .mcp.json: they skip servers that prompt for a value.',
  docs: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
  install: (connection) => {
    const server = { name: 'fieldnote', ...vsCodeServer(connection), inputs: [VS_CODE_INPUT] }
    return {
      label: 'Add to VS Code',
      href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`,
    }
  },
  snippets: (connection) => [
    {
      place: '.vscode/mcp.json',
      language: 'json',
      code: json({ inputs: [VS_CODE_INPUT], servers: { fieldnote: vsCodeServer(connection) } }),
    },
    { place: '.mcp.json', language: 'json', code: mcpJson(connection) },
  ],
}

const codex: Client = {
  id: 'codex',
  name: 'Codex',
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'To keep the key out of the file, use env_http_headers to name an environment variable that holds the whole header value.',
  docs: 'https://developers.openai.com/codex/mcp',
  snippets: ({ mcpUrl, key }) => [
    {
      place: '~/.codex/config.toml',
      language: 'toml',
      code: `[mcp_servers.fieldnote]\nurl = "${mcpUrl}"\nhttp_headers = { "Authorization" = "ApiKey ${key}" }`,
    },
  ],
}

const geminiCli: Client = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'Gemini CLI uses MCP servers in trusted folders only.',
  docs: 'https://geminicli.com/docs/tools/mcp-server',
  snippets: (connection) => [
    {
      place: 'Terminal',
      language: 'shell',
      code: `gemini mcp add --scope user --transport http \\\n  --header "Authorization: ApiKey ${connection.key}" fieldnote ${connection.mcpUrl}`,
    },
    {
      place: '~/.gemini/settings.json',
      language: 'json',
      code: mcpJson(connection),
    },
  ],
}

const mcpRemote: Client = {
  id: 'mcp-remote',
  name: 'mcp-remote',
  auth: 'key',
  header: API_KEY_HEADER,
  note: 'For clients that can only start local programs. The header is in a variable because some clients split arguments at spaces.',
  docs: 'https://github.com/geelen/mcp-remote#readme',
  snippets: (connection) => [
    { place: 'Your client’s MCP settings', language: 'json', code: mcpRemoteJson(connection) },
  ],
}

const mcpRemoteJson = (connection: Connection): string =>
  json({
    mcpServers: {
      fieldnote: {
        command: 'npx',
        args: mcpRemoteArguments(connection),
        env: { AUTH: `ApiKey ${connection.key}` },
      },
    },
  })

/** It refuses plain http for other machines unless it is allowed. */
function mcpRemoteArguments({ mcpUrl }: Connection): string[] {
  const { protocol, hostname } = new URL(mcpUrl)
  const plain = protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const header = ['--header', `Authorization:${variable('AUTH')}`]
  return ['-y', 'mcp-remote', mcpUrl, ...header, ...(plain ? ['--allow-http'] : [])]
}

export const EDITOR_CLIENTS = { claudeCode, claudeDesktop, cursor, vsCode, codex, geminiCli, mcpRemote }
