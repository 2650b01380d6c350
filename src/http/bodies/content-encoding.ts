// Bodies come as they are: who compresses one is told so by name, instead of being told that it is no JSON.
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'

/** After the key and the project were checked, before the body is read. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ headers }, _reply, _payload, done) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase()
    done(!encoding || encoding === 'identity' ? null : notRead(encoding))
  })
}

const notRead = (encoding: string): Refusal =>
  new Refusal(
    'unsupported_media_type',
    `a body in Content-Encoding ${encoding} is not read; send it without Content-Encoding`,
    { 'Accept-Encoding': 'identity' },
  )
