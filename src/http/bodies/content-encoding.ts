// Refuses compressed bodies by name, instead of as invalid JSON.
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'

/**
 * Runs after the key and the project were checked and before the body is read. The body of a GET is never read, so its
 * headers do not matter.
 */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ method, headers }, _reply, _payload, done) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase()
    const isRead = method !== 'GET' && method !== 'HEAD'
    done(isRead && encoding && encoding !== 'identity' ? unsupported(encoding) : null)
  })
}

const unsupported = (encoding: string): Refusal =>
  new Refusal(
    'unsupported_media_type',
    `Content-Encoding ${encoding} is not supported; send the body without Content-Encoding`,
    { 'Accept-Encoding': 'identity' },
  )
