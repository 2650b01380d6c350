// What leaves the service is what the operator set up: no telemetry, no look for updates. So few files can open a connection that they
// are listed here, each with what it is for. Libraries open those to the database (pg) and to an OIDC provider (better-auth).
import { expect, it } from 'vitest'
import type { Loose } from '../service.ts'
import { readSource, type SourceFile } from './syntax.ts'

const OPENS = new Map([
  [
    'src/outbound/request-pinned.ts',
    'webhooks and documents of OAuth clients, at addresses that were checked',
  ],
  ['src/outbound/mailer.ts', 'mail, through SMTP_URL'],
  ['src/digest/models/model-endpoint.ts', 'the models of EMBEDDINGS_URL and LLM_URL'],
  ['src/cli/doctor/check-network.ts', 'what the doctor tries of the settings'],
])

const source = readSource()

const MODULES = /^(node:)?(https?|http2|net|tls|dgram)$/
const OPENERS = [
  'request',
  'get',
  'connect',
  'createConnection',
  'createSocket',
  'Socket',
  'Agent',
  'default',
  '*',
]

const namesOf = ({ specifiers }: Loose): string[] =>
  specifiers
    .filter(({ importKind }: Loose) => importKind !== 'type')
    .map(
      ({ type, imported }: Loose) => imported?.name ?? (type === 'ImportDefaultSpecifier' ? 'default' : '*'),
    )

function opens({ type, ...node }: Loose): boolean {
  if (type === 'ImportDeclaration' && node.importKind !== 'type')
    return (
      node.source.value === 'nodemailer' ||
      (MODULES.test(node.source.value) && namesOf(node).some((name) => OPENERS.includes(name)))
    )
  if (type === 'ImportExpression')
    return MODULES.test(node.source.value) || node.source.value === 'nodemailer'
  if (type === 'CallExpression') return node.callee.type === 'Identifier' && node.callee.name === 'fetch'
  return type === 'NewExpression' && ['WebSocket', 'EventSource'].includes(node.callee.name)
}

it('connections to the outside are opened by few files, each for what the operator set up', () => {
  const ours = source.filter(({ file }: SourceFile) => file.startsWith('src/'))

  const found = ours.filter(({ nodes }) => nodes.some(opens)).map(({ file }) => file)

  expect(found.sort()).toEqual([...OPENS.keys()].sort())
})

it('no library reports how it is used', () => {
  const using = source.filter(
    ({ text }) => text.includes("from 'better-auth'") && text.includes('betterAuth('),
  )

  expect(using.length).toBeGreaterThan(0)
  for (const { text } of using) expect(text).toContain('telemetry: { enabled: false }')
})
