// The documents for agents and people, as Markdown with this service's own address in them, and the list of them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { servePage } from './serve-page.ts'

/** In the order of the list; each is a file of the repository's `docs`, and its folder is the chapter. */
export const DOCUMENTS = [
  { file: 'start/quickstart.md', title: 'Quickstart', about: 'from nothing to a first issue in ten minutes' },
  { file: 'start/connect.md', title: 'Connect an agent', about: 'setups to paste for every client and SDK' },
  { file: 'SKILL.md', title: 'Skill', about: 'for coding agents: how to connect a product’s agent, in one file' },
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
  { file: 'run/backup.md', title: 'Back up and restore', about: 'encrypted backups, by hand or on a schedule' },
  { file: 'run/upgrade.md', title: 'Upgrade', about: 'new versions of Fieldnote and of PostgreSQL' },
  { file: 'run/scale.md', title: 'Scale', about: 'several processes, machines, and databases' },
  { file: 'run/monitor.md', title: 'Monitor', about: 'every metric, with its alert' },
  { file: 'run/fix.md', title: 'Fix', about: 'the likeliest failures, and what to do' },
  { file: 'run/privacy.md', title: 'Privacy', about: 'what is stored, redaction, retention, export, erasure' },
  { file: 'run/security.md', title: 'Security', about: 'what to see to, and prompt injection' },
  { file: 'internals/architecture.md', title: 'Architecture', about: 'the path of one observation' },
  { file: 'internals/digest.md', title: 'Digest', about: 'how observations become issues' },
  { file: 'internals/quality.md', title: 'Quality', about: 'how good the grouping, the tags, and the kinds are' },
  { file: 'internals/redaction.md', title: 'Redaction', about: 'how well it works, and what it costs' },
  { file: 'internals/performance.md', title: 'Performance', about: 'start, memory, throughput, latency' },
  { file: 'internals/reliability.md', title: 'Reliability', about: 'promises, and the test that shows each' },
  { file: 'internals/threat-model.md', title: 'Threat model', about: 'who might attack, and what stops them' },
  { file: 'internals/packaging.md', title: 'Packaging', about: 'what an install is made of' },
  { file: 'internals/glossary.md', title: 'Glossary', about: 'the words that users see' },
  { file: 'internals/naming.md', title: 'Naming', about: 'the words of the code' },
] as const

/** What the documents say where the address of a service belongs. */
const EXAMPLE_ADDRESS = 'https://fieldnote.example'

const HEADERS = { 'Cache-Control': 'public, max-age=3600', 'X-Content-Type-Options': 'nosniff' }
