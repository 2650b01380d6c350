// Files from the build, sent with an ETag; a caller that has the file gets a 304.
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS, HOUR_MS } from '../../contract/date-time.ts'

const TYPES = new Map<string, string>(
  Object.entries({
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.json': 'application/json; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.woff2': 'font/woff2',
  }),
)

/** The build compresses these with Brotli; the other types are compressed formats already. */
const COMPRESSED = new Set(['.js', '.css', '.json', '.svg'])

const YEAR_MS = 365 * DAY_MS

/** `name` may come from a caller: only files of known types inside the folder are found. */
export type BuiltFile = { folder: string; name: string; nameHasHash?: boolean }

export async function sendBuiltFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
): Promise<FastifyReply> {
  const type = TYPES.get(extname(file.name))
  const result = type && (await find(request, file))
  if (!result) {
    reply.callNotFound()
    return reply
  }
  const { statusCode, headers, stream, encoding } = result
  reply.code(statusCode).headers(headers)
  reply.headers({ Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' })
  if (statusCode === 304) return reply.send()
  return reply.headers(encoding).type(type).send(stream)
}

async function find(request: FastifyRequest, file: BuiltFile) {
  const brotli = takesBrotli(request) && COMPRESSED.has(extname(file.name))
  const compressed = brotli ? await open(request, file, '.br') : null
  if (compressed) return { ...compressed, encoding: { 'Content-Encoding': 'br' } }
  const plain = await open(request, file, '')
  return plain && { ...plain, encoding: {} }
}

const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  /\bbr\b/.test(String(headers['accept-encoding']))

async function open(
  { raw }: FastifyRequest,
  { folder, name, nameHasHash = false }: BuiltFile,
  suffix: string,
) {
  const { default: send } = await import('@fastify/send') // loaded on first use: it takes 18 ms
  const result = await send(raw, encodeURIComponent(name + suffix), {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    acceptRanges: false, // part of a script is useless
    contentType: false, // would be application/javascript
    maxAge: nameHasHash ? YEAR_MS : HOUR_MS,
    immutable: nameHasHash,
  })
  return result.type === 'file' ? result : null
}
