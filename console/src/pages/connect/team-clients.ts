// Assistants of the team's members, which use an address of their own.
import { servesOauth } from '../../../../src/contract/accounts/oauth-address.ts'
import { canBeSignedInto } from './clients.ts'
import { json } from './connection.ts'

type TeamConnection = { teamUrl: string }

export type TeamClient = {
  id: string
  name: string
  /** Signing in is offered only where the service supports it; personal access tokens work everywhere. */
  auth: 'sign-in' | 'token'
  note: string
  steps: string[]
  snippets: (connection: TeamConnection) => {
    place: string
    language: 'shell' | 'json'
    code: string
  }[]
  docs: string
}

/** Used in the snippets, because tokens belong to a person and are created on the account page. */
export const TOKEN_PLACEHOLDER = 'YOUR_ACCESS_TOKEN'

const claudeAi: TeamClient = {
  id: 'claude-ai',
  name: 'claude.ai',
  auth: 'sign-in',
  note: 'Fieldnote must be reachable from the internet over https. On Team and Enterprise plans an owner adds the connector first; then everyone connects with their own Fieldnote account.',
  docs: 'https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp',
  steps: [
    'Open Settings, then Connectors, and choose Add custom connector.',
    'Enter the name Fieldnote team and the URL below, and choose Add.',
    'Choose Connect, sign in to Fieldnote, and choose what Claude may do.',
  ],
  snippets: ({ teamUrl }) => [{ place: 'Remote MCP server URL', language: 'shell', code: teamUrl }],
}

const chatGpt: TeamClient = {
  id: 'chatgpt',
  name: 'ChatGPT',
  auth: 'sign-in',
  note: 'Fieldnote must be reachable from the internet over https. Deep research works too: this endpoint has the search and fetch tools that ChatGPT looks for.',
  docs: 'https://developers.openai.com/api/docs/guides/developer-mode',
  steps: [
    'Open Settings, then Apps, then Advanced settings, and turn on Developer mode.',
    'Back in Apps, choose Create app.',
    'Enter the name Fieldnote team and the URL below, choose OAuth for authentication, and choose Create.',
    'Sign in to Fieldnote, and choose what ChatGPT may do.',
  ],
  snippets: ({ teamUrl }) => [{ place: 'MCP server URL', language: 'shell', code: teamUrl }],
}

const claudeCode: TeamClient = {
  id: 'claude-code',
  name: 'Claude Code',
  auth: 'sign-in',
  note: 'Claude Code opens your browser to sign in, so Fieldnote doesn’t need to be on the internet.',
  docs: 'https://code.claude.com/docs/en/mcp',
  steps: ['Run the command below.', 'In Claude Code, run /mcp, choose fieldnote-team, and sign in.'],
  snippets: ({ teamUrl }) => [
    {
      place: 'Terminal',
      language: 'shell',
      code: `claude mcp add --transport http fieldnote-team ${teamUrl}`,
    },
  ],
}

const accessToken: TeamClient = {
  id: 'access-token',
  name: 'Access token',
  auth: 'token',
  note: 'For clients that send headers instead of signing in. A token has your role in the project: as an editor it can also make changes. Keep it out of files that you share.',
  docs: 'https://modelcontextprotocol.io/docs/develop/connect-remote-servers',
  steps: [
    'On your account page, under Access tokens, choose Create token.',
    `Replace ${TOKEN_PLACEHOLDER} with it.`,
  ],
  snippets: ({ teamUrl }) => [
    {
      place: 'Terminal, for Claude Code',
      language: 'shell',
      code: `claude mcp add --transport http fieldnote-team ${teamUrl} \\\n  --header "Authorization: Bearer ${TOKEN_PLACEHOLDER}"`,
    },
    {
      place: 'Your client’s MCP settings',
      language: 'json',
      code: json({
        mcpServers: {
          'fieldnote-team': {
            type: 'http',
            url: teamUrl,
            headers: { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` },
          },
        },
      }),
    },
  ],
}

export const TEAM_CLIENTS: TeamClient[] = [claudeAi, chatGpt, claudeCode, accessToken]

/** The clients that work here: hosted ones need a public address, local ones only OAuth. */
export const teamClientsAt = (teamUrl: string): TeamClient[] =>
  TEAM_CLIENTS.filter(({ id, auth }) => {
    if (auth === 'token') return true
    return id === claudeCode.id ? servesOauth(teamUrl) : canBeSignedInto(teamUrl)
  })

/** Questions to start with; the endpoint's tests run each of them. */
export const TEAM_QUESTIONS: { text: string; changes?: true }[] = [
  { text: 'What got worse this week?' },
  { text: 'What are customers saying about exports? Quote them.' },
  { text: 'Start a study about late payments.', changes: true },
]
