// Files that an operation reads as they come: however large, never held whole.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'
import type { OperationFacts } from '../operation.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the one of the library
  interface FastifyContextConfig {
    upload?: OperationFacts['upload']
  }
}

export type Upload = { mediaType: string; bytes: AsyncIterable<Uint8Array> }

const mediaTypeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** Whatever is no JSON goes through unread, to operations that take it. */
export function passUploads(app: FastifyInstance): void {
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: AsyncIterable<Uint8Array>) => {
    const upload = request.routeOptions.config?.upload
    if (upload?.mediaTypes.includes(mediaTypeOf(request))) return payload
    throw unsupported(upload?.mediaTypes ?? ['application/json'])
  })
}

/** The file of a request that an operation with `upload` was called with. */
export function uploadOf(request: FastifyRequest): Upload {
  const { mediaTypes = [] } = request.routeOptions.config.upload ?? {}
  const mediaType = mediaTypeOf(request)
  if (request.body === undefined || !mediaTypes.includes(mediaType)) throw unsupported(mediaTypes)
  return { mediaType, bytes: request.body as AsyncIterable<Uint8Array> }
}

const unsupported = (mediaTypes: readonly string[]): Refusal =>
  new Refusal('unsupported_media_type', `send the body as Content-Type: ${mediaTypes.join(' or ')}`)
