// Compressed bodies are not read. Whoever sends one is told that, rather than that the body is no JSON.
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'

/** After the key and the project were checked, before the body is read. The body of a GET is never read, so its headers do not matter. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ method, headers }, _reply, _payload, done) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase()
    const isRead = method !== 'GET' && method !== 'HEAD'
    done(isRead && encoding && encoding !== 'identity' ? notRead(encoding) : null)
  })
}

const notRead = (encoding: string): Refusal =>
  new Refusal(
    'unsupported_media_type',
    `a body in Content-Encoding ${encoding} is not read; send it without Content-Encoding`,
    { 'Accept-Encoding': 'identity' },
  )
