// docs/connect.md is written from the set-ups that the console shows. After a change: vitest run, with -u.
import { expect, it } from 'vitest'
import { CLIENTS } from '../../../console/src/pages/connect/clients.ts'
import type { Client, Connection } from '../../../console/src/pages/connect/connection.ts'
import { SYSTEM_PROMPT, SYSTEM_PROMPT_NOTE } from '../../../console/src/pages/connect/system-prompt.ts'

const connection: Connection = {
  projectId: 'PROJECT_ID',
  mcpUrl: 'https://fieldnote.example/mcp/v1/project/PROJECT_ID/',
  restUrl: 'https://fieldnote.example/v1/project/PROJECT_ID/',
  key: 'YOUR_API_KEY',
}

const HEAD = `# Connect an agent

The console's Connect page shows the same with your address and a fresh key filled in. Here \`PROJECT_ID\` and \`YOUR_API_KEY\` stand for
both; they are on that page, and the first start printed them.

A key goes into \`Authorization: ApiKey …\`, \`X-Api-Key: …\` or \`Authorization: Bearer …\`, whichever the client can send. The address works
with and without its last slash. The protocol is MCP over Streamable HTTP, revisions 2024-11-05 to 2026-07-28; there is nothing to
install.`

const section = ({ name, auth, header, note, docs, steps, snippets }: Client): string =>
  [
    `## ${name}`,
    [
      auth === 'sign-in' && 'Signs in instead of sending a key, where the service serves OAuth.',
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

Add to the system prompt of an agent that you build:

\`\`\`text
${SYSTEM_PROMPT}
\`\`\`

${SYSTEM_PROMPT_NOTE}`

it('docs/connect.md says what the console shows', async () => {
  const document = [HEAD, AGENT, ...CLIENTS.map(section)].join('\n\n')

  await expect(`${document}\n`).toMatchFileSnapshot('../../../docs/connect.md')
})
