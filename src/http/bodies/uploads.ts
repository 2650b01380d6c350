// Files that an operation reads while they arrive; they are never held in memory as a whole.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, onResponseHookHandler, preParsingHookHandler } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'
import type { OperationFacts } from '../operation.ts'
import { FORM, fileOfForm } from './form-file.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can extend the library's
  interface FastifyContextConfig {
    upload?: OperationFacts['upload']
  }
}

export type Upload = {
  mediaType: string
  /** The file name, if it was sent in a form. */
  name?: string
  bytes: AsyncIterable<Uint8Array>
}

const mediaTypeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** Passes bodies that are not JSON, unread, to the operations that take files. */
export function passUploads(app: FastifyInstance): void {
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: AsyncIterable<Uint8Array>) => {
    const upload = request.routeOptions.config?.upload
    if (upload?.mediaTypes.includes(mediaTypeOf(request))) return payload
    throw unsupported(upload?.mediaTypes ?? ['application/json'])
  })
}

/**
 * For routes that take files. What the operation has not read when it answers is read and dropped: otherwise the
 * connection could not be reused, and closing it could lose the answer.
 */
export const uploadHooks = ({ mediaTypes }: NonNullable<OperationFacts['upload']>): UploadHooks => ({
  onResponse(request, _reply, done) {
    request.raw.unpipe().resume()
    done()
  },
  // Before a JSON body would be parsed, so that it is refused for its type and not for a syntax error.
  preParsing(request, _reply, payload, done) {
    done(mediaTypeOf(request) === 'application/json' ? unsupported(mediaTypes) : null, payload)
  },
})

type UploadHooks = { onResponse: onResponseHookHandler; preParsing: preParsingHookHandler }

/** The file of a request, for operations with `upload`. */
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
