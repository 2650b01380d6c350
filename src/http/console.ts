// The console: built files, and one page for every address of the console. No other host is involved.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathParameter } from './operation.ts'

/** Everything else stays a real 404: MCP clients look for `/.well-known/…` and `/register` to learn what there is. */
export const CONSOLE_PAGES = ['/', '/sign-in', '/setup', '/invite', '/reset', '/account', '/p/*']

/** Files that keep their name from one version to the next; the others are under /assets with a hash in their name. */
export const NAMED_FILES = ['icon.svg', 'color-scheme.js']

const NONCE = '__NONCE__' // in the built page, replaced for each answer

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

type File = { type: string; plain: Buffer; brotli: Buffer | null }

export function registerConsole(app: FastifyInstance, folder: string): void {
  const built = builtFiles(folder)
  const page = existsSync(join(folder, 'index.html'))
    ? readFileSync(join(folder, 'index.html'), 'utf8')
    : null
  for (const path of CONSOLE_PAGES)
    app.get(path, { logLevel: 'warn' }, (_request, reply) =>
      page === null ? sendUnbuilt(reply) : sendPage(reply, page),
    )
  const serve = (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = built(name)
    return file ? sendFile(request, reply, name, file) : reply.callNotFound()
  }
  for (const name of NAMED_FILES)
    app.get(`/${name}`, { logLevel: 'warn' }, (request, reply) => serve(name, request, reply))
  app.get('/assets/:file', { logLevel: 'warn' }, (request, reply) =>
    serve(`assets/${pathParameter(request, 'file')}`, request, reply),
  )
}

/** Only what was built is ever looked for; each file is read when it is first asked for, not at the start. */
function builtFiles(folder: string): (name: string) => File | undefined {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const served = names.filter((name) => extname(name) in TYPES).map((name) => name.replaceAll('\\', '/'))
  const files = new Map<string, File | null>(served.map((name) => [name, null]))
  return (name) => {
    if (files.get(name) === null) files.set(name, readFile(join(folder, name)))
    return files.get(name) ?? undefined
  }
}

function readFile(path: string): File {
  const brotli = existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : null
  return { type: TYPES[extname(path)] as string, plain: readFileSync(path), brotli }
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .headers(PAGE_HEADERS)
    .header('Content-Security-Policy', policy(nonce))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE, nonce))
}

/** The nonce is for the style elements that the component library makes; scripts come from files only. */
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

function sendFile(request: FastifyRequest, reply: FastifyReply, name: string, file: File): FastifyReply {
  const brotli = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? file.brotli : null
  // Names under assets/ carry a hash of what is in them.
  const age = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  reply.headers({ 'Cache-Control': age, Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' })
  if (brotli) reply.header('Content-Encoding', 'br')
  return reply.type(file.type).send(brotli ?? file.plain)
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  const text = 'The console is not built. Run "npm run build" and start again. The API works.\n'
  return reply.code(503).type('text/plain; charset=utf-8').send(text)
}
