// The documents for agents and people, as Markdown with this service's own address in them, and the list of them.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { servePage } from './serve-page.ts'

/** In the order of the list; each is a file of the repository's `docs`. */
export const DOCUMENTS = [
  { file: 'SKILL.md', about: 'for coding agents: how to connect a product’s agent, in one file' },
  { file: 'start/connect.md', about: 'set-ups to paste for every client and SDK' },
  {
    file: 'build/oauth.md',
    about: 'claude.ai, ChatGPT and other apps that sign in instead of sending a key',
  },
  {
    file: 'use/assistant.md',
    about: 'asking an assistant about what was learned: the team’s own MCP endpoint',
  },
  { file: 'build/rest.md', about: 'every public call, with curl and over MCP' },
  { file: 'use/console.md', about: 'the console, from the first visit to roles' },
  {
    file: 'use/alerts.md',
    about: 'alerts, digests, webhooks and tickets: what leaves Fieldnote, and the way back',
  },
  {
    file: 'build/import.md',
    about: 'files of what you already have, and whole projects from another instance',
  },
  { file: 'internals/digest.md', about: 'how observations become issues, and how people overrule it' },
  { file: 'run/install.md', about: 'systemd, Docker, Compose, sizing, and what an install is made of' },
  { file: 'run/configure.md', about: 'settings, accounts, health, upgrades, backup' },
  { file: 'run/monitor.md', about: 'every metric, with its alert' },
  { file: 'run/fix.md', about: 'the likeliest failures, and what to do' },
  { file: 'run/scale.md', about: 'roles, several processes, several machines, several databases' },
  {
    file: 'internals/reliability.md',
    about: 'what is promised when things go wrong, and the test that shows it',
  },
  { file: 'run/security.md', about: 'who might attack, what stops them, and prompt injection' },
  { file: 'run/privacy.md', about: 'what is stored about users, redaction, retention, export and erasure' },
  { file: 'internals/glossary.md', about: 'the words' },
  { file: 'internals/architecture.md', about: 'the path of one observation through the files' },
  { file: 'internals/performance.md', about: 'start, memory, throughput and latency' },
  { file: 'internals/quality.md', about: 'how good the grouping, the tags and the kinds are' },
] as const

/** What the documents say where the address of a service belongs. */
const EXAMPLE_ADDRESS = 'https://fieldnote.example'

const HEADERS = { 'Cache-Control': 'public, max-age=3600', 'X-Content-Type-Options': 'nosniff' }

export function registerDocuments(app: FastifyInstance, folder: string, baseUrl: () => string): void {
  const sendText = (path: string, type: string, text: string) =>
    servePage(app, path, (_request, reply) =>
      reply.headers(HEADERS).type(`${type}; charset=utf-8`).send(text.replaceAll(EXAMPLE_ADDRESS, baseUrl())),
    )
  const built = DOCUMENTS.filter(({ file }) => existsSync(join(folder, file)))
  for (const { file } of built)
    sendText(`/docs/${file}`, 'text/markdown', readFileSync(join(folder, file), 'utf8'))
  sendText('/llms.txt', 'text/plain', llmsText())
}

/** As llmstxt.org has it: a title, a summary, and links with a few words each. */
function llmsText(): string {
  const links = DOCUMENTS.map(
    ({ file, about }) => `- [${titleOf(file)}](${EXAMPLE_ADDRESS}/docs/${file}): ${about}`,
  )
  return `# Fieldnote

> Fieldnote is a self-hosted service where AI agents write down what they learn about a product's users, ask the team's open
> questions, and read how to do both, over MCP and over REST.

An agent needs the address of a project, ${EXAMPLE_ADDRESS}/mcp/v1/project/{project_id}/, and an API key of it in the header
\`Authorization: ApiKey <key>\`. Four tools: get_service_guidelines (once, first), get_active_studies, post_observations,
post_research_answer.

## Documents

${links.join('\n')}

## For machines

- [OpenAPI](${EXAMPLE_ADDRESS}/openapi.json): every operation, public and administrative, with its schemas and errors
`
}

function titleOf(file: string): string {
  const name = basename(file, '.md').toLowerCase()
  return name.charAt(0).toUpperCase() + name.slice(1)
}
