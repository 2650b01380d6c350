// The console: built files, and one page for every address of the console. Nothing is loaded from other hosts.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pathParameter } from '../operation.ts'
import { sendBuiltFile } from './built-files.ts'
import { servePage } from './serve-page.ts'

/** Everything else is a real 404: MCP clients probe `/.well-known/…` and `/register`. */
export const CONSOLE_PAGES = ['/', '/sign-in', '/setup', '/invite', '/reset', '/account', '/consent', '/p/*']

/** Files whose names stay the same between versions; the others are under /assets with a hash in their name. */
export const NAMED_FILES = ['icon.svg', 'color-scheme.js']

const NONCE = '__NONCE__' // placeholder in the built page, replaced in each answer

export function registerConsole(app: FastifyInstance, folder: string): void {
  const page = existsSync(join(folder, 'index.html'))
    ? readFileSync(join(folder, 'index.html'), 'utf8')
    : null
  for (const path of CONSOLE_PAGES)
    servePage(app, path, (_request, reply) => (page === null ? sendUnbuilt(reply) : sendPage(reply, page)))
  for (const name of NAMED_FILES)
    servePage(app, `/${name}`, (request, reply) => sendBuiltFile(request, reply, { folder, name }))
  servePage(app, '/assets/:file', (request, reply) =>
    sendBuiltFile(request, reply, {
      folder: join(folder, 'assets'),
      name: pathParameter(request, 'file'),
      nameHasHash: true,
    }),
  )
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .headers(PAGE_HEADERS)
    .header('Content-Security-Policy', policy(nonce))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE, nonce))
}

/** The nonce is for style elements that the component library creates; scripts come from files only. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  const text = 'The console is not built. Run "npm run build" and start again. The API works.\n'
  return reply.code(503).header('Retry-After', '60').type('text/plain; charset=utf-8').send(text)
}
