// docs/start/connect.md is written from the set-ups that the console shows. After a change: vitest run, with -u.
import { expect, it } from 'vitest'
import { CLIENTS } from '../../../console/src/pages/connect/clients.ts'
import {
  type Client,
  type Connection,
  SYSTEM_PROMPT,
  SYSTEM_PROMPT_NOTE,
} from '../../../console/src/pages/connect/connection.ts'
import {
  TEAM_CLIENTS,
  type TeamClient,
  TOKEN_PLACEHOLDER,
} from '../../../console/src/pages/connect/team-clients.ts'

const connection: Connection = {
  projectId: 'PROJECT_ID',
  mcpUrl: 'https://fieldnote.example/mcp/v1/project/PROJECT_ID/',
  restUrl: 'https://fieldnote.example/v1/project/PROJECT_ID/',
  key: 'YOUR_API_KEY',
}

const HEAD = `# Connect an agent

Find your client, paste its setup, and fill in your address, project id, and key. The console's Connect page shows the same with
everything filled in. Here \`PROJECT_ID\` and \`YOUR_API_KEY\` stand for what the first start printed.

There is nothing to install: an agent connects by [MCP](../build/mcp.md) over Streamable HTTP. A key goes into \`Authorization: ApiKey …\`,
\`X-Api-Key: …\`, or \`Authorization: Bearer …\`, whichever the client can send. The address works with and without its trailing slash.

Does your agent not speak MCP? Use [REST](../build/rest.md), or the client for [TypeScript](../build/typescript.md) or
[Python](../../packages/python/README.md).`

const section = ({ name, auth, header, note, docs, steps, snippets }: Client): string =>
  [
    `## ${name}`,
    [
      auth === 'sign-in' && 'Signs in instead of sending a key ([OAuth](../build/oauth.md)).',
      header && `Sends \`${header}\`.`,
      note,
      `[${name} documentation](${docs})`,
    ]
      .filter(Boolean)
      .join(' '),
    steps?.(connection)
      .map((step, index) => `${index + 1}. ${step}`)
      .join('\n'),
    ...snippets(connection).map(
      ({ place, language, code }) => `${place}:\n\n\`\`\`${language}\n${code}\n\`\`\``,
    ),
  ]
    .filter(Boolean)
    .join('\n\n')

const AGENT = `## Tell your agent

Add this to the system prompt of an agent that you build:

\`\`\`text
${SYSTEM_PROMPT}
\`\`\`

${SYSTEM_PROMPT_NOTE}`

const TEAM = 'https://fieldnote.example/mcp/v1/team/PROJECT_ID/'

const TEAM_HEAD = `## Ask your assistant

Members of your team can let their own assistant read the project, at an address of its own.
[Ask your assistant](../use/assistant.md) says what it can do there. Here \`${TOKEN_PLACEHOLDER}\` stands for a personal access token of yours.

\`\`\`shell
${TEAM}
\`\`\``

const teamSection = ({ name, note, docs, steps, snippets }: TeamClient): string =>
  [
    `### ${name}, for the team`,
    `${note} [${name} documentation](${docs})`,
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    ...snippets({ teamUrl: TEAM }).map(
      ({ place, language, code }) => `${place}:\n\n\`\`\`${language}\n${code}\n\`\`\``,
    ),
  ].join('\n\n')

it('docs/start/connect.md says what the console shows', async () => {
  const document = [HEAD, AGENT, ...CLIENTS.map(section), TEAM_HEAD, ...TEAM_CLIENTS.map(teamSection)].join(
    '\n\n',
  )

  await expect(`${document}\n`).toMatchFileSnapshot('../../../docs/start/connect.md')
})
