// Files that an operation reads as they come: however large, never held whole.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'
import type { OperationFacts } from '../operation.ts'
import { FORM, fileOfForm } from './form-file.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the one of the library
  interface FastifyContextConfig {
    upload?: OperationFacts['upload']
  }
}

export type Upload = {
  mediaType: string
  /** What the sender calls it, where it came in a form. */
  name?: string
  bytes: AsyncIterable<Uint8Array>
}

const mediaTypeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/**
 * Whatever is no JSON goes through unread, to operations that take it. What they leave of it is dropped once they have
 * answered: the connection would be of no use otherwise, and closing it could lose the answer.
 */
export function passUploads(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw, routeOptions }) => {
    if (routeOptions.config?.upload) raw.unpipe().resume()
  })
  // Before JSON would be read, and refused for what is wrong in it.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { upload } = request.routeOptions.config
    const isJson = upload !== undefined && mediaTypeOf(request) === 'application/json'
    done(isJson ? unsupported(upload.mediaTypes) : null, payload)
  })
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: AsyncIterable<Uint8Array>) => {
    const upload = request.routeOptions.config?.upload
    if (upload?.mediaTypes.includes(mediaTypeOf(request))) return payload
    throw unsupported(upload?.mediaTypes ?? ['application/json'])
  })
}

/** The file of a request that an operation with `upload` was called with. */
export async function uploadOf(request: FastifyRequest): Promise<Upload> {
  const { mediaTypes = [] } = request.routeOptions.config.upload ?? {}
  const mediaType = mediaTypeOf(request)
  if (request.body === undefined || !mediaTypes.includes(mediaType)) throw unsupported(mediaTypes)
  const body = request.body as Readable
  return mediaType === FORM
    ? fileOfForm(request.headers['content-type'] ?? '', body)
    : { mediaType, bytes: body.iterator({ destroyOnReturn: false }) }
}

const unsupported = (mediaTypes: readonly string[]): Refusal =>
  new Refusal('unsupported_media_type', `send the body as Content-Type: ${mediaTypes.join(' or ')}`)
