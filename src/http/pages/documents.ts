// The documentation: pages for people, the same documents as Markdown for agents, and the list of them, all with this service's own
// address. scripts/build/docs makes the pages.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pathParameter } from '../operation.ts'
import { sendBuiltFile } from './built-files.ts'
import { servePage } from './serve-page.ts'

/** In the order of the list; each is a file of the repository's `docs`, and its folder is the chapter. */
export const DOCUMENTS = [
  { file: 'start/quickstart.md', title: 'Quickstart', about: 'from nothing to a first issue in ten minutes' },
  { file: 'start/connect.md', title: 'Connect an agent', about: 'setups to paste for every client and SDK' },
  {
    file: 'SKILL.md',
    title: 'Skill',
    about: 'for coding agents: how to connect a product’s agent, in one file',
  },
  { file: 'use/console.md', title: 'Tour of the console', about: 'every page, roles, your account' },
  { file: 'use/issues.md', title: 'Issues', about: 'work through what users ran into' },
  { file: 'use/studies.md', title: 'Studies', about: 'ask your users a question through your agents' },
  { file: 'use/guidelines.md', title: 'Guidelines', about: 'what agents are told to note' },
  { file: 'use/alerts.md', title: 'Alerts', about: 'be told in Slack or by email what changed' },
  { file: 'use/tickets.md', title: 'Tickets', about: 'from an issue to your tracker, and back' },
  { file: 'use/assistant.md', title: 'Ask your assistant', about: 'the team’s own MCP endpoint' },
  { file: 'build/rest.md', title: 'REST', about: 'the four calls of an agent, with curl' },
  { file: 'build/mcp.md', title: 'MCP', about: 'the four tools, and how they differ from REST' },
  { file: 'build/typescript.md', title: 'TypeScript', about: 'the client, and tools for agent SDKs' },
  { file: 'build/webhooks.md', title: 'Webhooks', about: 'signed events for your own program' },
  { file: 'build/admin.md', title: 'Admin API', about: 'script what the console does' },
  { file: 'build/import.md', title: 'Import and export', about: 'files, and whole projects' },
  { file: 'build/oauth.md', title: 'OAuth', about: 'claude.ai, ChatGPT, and other apps that sign in' },
  { file: 'run/install.md', title: 'Install', about: 'from a clone, Docker, Compose, systemd, sizing' },
  { file: 'run/configure.md', title: 'Configure', about: 'every setting' },
  { file: 'run/accounts.md', title: 'Accounts', about: 'the first account, passwords, single sign-on' },
  { file: 'run/limits.md', title: 'Limits', about: 'requests a minute, observations a day, replacing keys' },
  {
    file: 'run/backup.md',
    title: 'Back up and restore',
    about: 'encrypted backups, by hand or on a schedule',
  },
  { file: 'run/upgrade.md', title: 'Upgrade', about: 'new versions of Fieldnote and of PostgreSQL' },
  { file: 'run/scale.md', title: 'Scale', about: 'several processes, machines, and databases' },
  { file: 'run/monitor.md', title: 'Monitor', about: 'every metric, with its alert' },
  { file: 'run/fix.md', title: 'Fix', about: 'the likeliest failures, and what to do' },
  {
    file: 'run/privacy.md',
    title: 'Privacy',
    about: 'what is stored, redaction, retention, export, erasure',
  },
  { file: 'run/security.md', title: 'Security', about: 'what to see to, and prompt injection' },
  { file: 'internals/architecture.md', title: 'Architecture', about: 'the path of one observation' },
  { file: 'internals/digest.md', title: 'Digest', about: 'how observations become issues' },
  { file: 'internals/quality.md', title: 'Quality', about: 'how good grouping, kinds, and tags are' },
  { file: 'internals/corpora.md', title: 'Corpora', about: 'public text, and odd streams' },
  { file: 'internals/experiments.md', title: 'Experiments', about: 'what helped, and what did not' },
  { file: 'internals/redaction.md', title: 'Redaction', about: 'how well it works, and what it costs' },
  { file: 'internals/performance.md', title: 'Performance', about: 'start, memory, and the cost of a call' },
  { file: 'internals/digest-cost.md', title: 'Cost of the digest', about: 'processor time, memory, lag' },
  { file: 'internals/overload.md', title: 'Overload', about: 'when a project sends more than can be stored' },
  { file: 'internals/growth.md', title: 'Growth', about: 'calls as the database grows' },
  { file: 'internals/reliability.md', title: 'Reliability', about: 'promises, and the test that shows each' },
  { file: 'internals/fault-runs.md', title: 'Fault runs', about: 'chaos and fuzzing, with figures' },
  { file: 'internals/threat-model.md', title: 'Threat model', about: 'who might attack, and what stops it' },
  { file: 'internals/packaging.md', title: 'Packaging', about: 'what an install is made of' },
  { file: 'internals/glossary.md', title: 'Glossary', about: 'the words that users see' },
  { file: 'internals/naming.md', title: 'Naming', about: 'the words of the code' },
] as const

/** What the documents say where the address of a service belongs. */
const EXAMPLE_ADDRESS = 'https://fieldnote.example'

const HEADERS = {
  'Cache-Control': 'public, max-age=3600',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

const TYPES = { md: 'text/markdown; charset=utf-8', html: 'text/html; charset=utf-8' }

/** What can be asked for below `/docs/`: each document as it is, and as a page under its name without the ending. */
const SERVED = new Map<string, string>(
  DOCUMENTS.flatMap(({ file }) => [
    [file, file],
    [file.replace('.md', ''), file.replace('.md', '.html')],
  ]),
)

const SITE_FILES = ['site.css', 'site.js', 'search.json']

export function registerDocuments(app: FastifyInstance, folder: string, baseUrl: () => string): void {
  const send = async (reply: FastifyReply, name = '') => {
    const text = name && (await readFile(join(folder, name), 'utf8').catch(() => ''))
    if (text === '') return reply.callNotFound()
    const type = name.endsWith('.md') ? TYPES.md : TYPES.html
    return reply.headers(HEADERS).type(type).send(text.replaceAll(EXAMPLE_ADDRESS, baseUrl()))
  }
  servePage(app, '/docs', (_request, reply) => send(reply, 'index.html'))
  for (const path of ['/docs/:chapter', '/docs/:chapter/:page'])
    servePage(app, path, ({ params }, reply) =>
      send(reply, SERVED.get(Object.values(params as Record<string, string>).join('/'))),
    )
  for (const name of SITE_FILES)
    servePage(app, `/docs/${name}`, (request, reply) => sendBuiltFile(request, reply, { folder, name }))
  servePage(app, '/docs/images/:file', (request, reply) =>
    sendBuiltFile(request, reply, { folder: join(folder, 'images'), name: pathParameter(request, 'file') }),
  )
  servePage(app, '/llms.txt', (_request, reply) =>
    reply.headers(HEADERS).type('text/plain; charset=utf-8').send(llmsText(baseUrl())),
  )
}

/** As llmstxt.org has it: a title, a summary, and links with a few words each. */
function llmsText(baseUrl: string): string {
  const links = DOCUMENTS.map(({ file, title, about }) => `- [${title}](${baseUrl}/docs/${file}): ${about}`)
  return `# Fieldnote

> Fieldnote is a self-hosted service where AI agents write down what they learn about a product's users, ask the team's open
> questions, and read how to do both, over MCP and over REST.

An agent needs the address of a project, ${baseUrl}/mcp/v1/project/{project_id}/, and an API key of it in the header
\`Authorization: ApiKey <key>\`. Four tools: get_service_guidelines (once, first), get_active_studies, post_observations,
post_research_answer.

## Documents

${links.join('\n')}

## For machines

- [OpenAPI](${baseUrl}/openapi.json): every operation, public and administrative, with its schemas and errors
`
}
