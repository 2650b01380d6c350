// Bodies come as they are: who compresses one is told so by name, instead of being told that it is no JSON.
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'

/** After the key and the project were checked, before the body is read. Of a GET no body is read, whatever its headers say. */
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
