// What a start prints on standard output for the person in front of it. Logs go to standard error.
import { LIMITS } from '../contract/limits.ts'
import type { FirstProject } from '../domain/projects/bootstrap.ts'

export type Announcement = {
  baseUrl: string
  made: FirstProject | null
  /** Makes the first account; null once there is one. */
  setUpLink: string | null
}

export function announce({ baseUrl, made, setUpLink }: Announcement): void {
  if (made) process.stdout.write(welcome(baseUrl, made))
  if (setUpLink) process.stdout.write(invitation(setUpLink))
  process.stdout.write(`Fieldnote is ready at ${baseUrl}\n`)
}

const invitation = (link: string): string => `Open the console: ${link}
(The link creates the first account. It works once, within ${LIMITS.setUpLinkDays} days.)

`

function welcome(baseUrl: string, { projectId, apiKey }: FirstProject): string {
  const observations = `${baseUrl}/v1/project/${projectId}/observations/`
  const body = JSON.stringify({
    user_id: 'user-1',
    interaction_id: 'hello',
    user_sentiment: 'positive',
    observations: [{ title: 'First observation', description: 'Posted with curl to check that it works.' }],
  })
  return `
Welcome to Fieldnote. A first project is ready; this is shown once.

  Address      ${baseUrl}
  Docs         ${baseUrl}/docs
  Project id   ${projectId}
  API key      ${apiKey}
  MCP address  ${baseUrl}/mcp/v1/project/${projectId}/

Post a first observation:

curl -X POST '${observations}' -H 'Authorization: ApiKey ${apiKey}' -H 'Content-Type: application/json' -d '${body}'

`
}
