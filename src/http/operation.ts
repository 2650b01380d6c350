// An HTTP operation: what the router serves and what the OpenAPI document says, from one definition.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalKind } from '../contract/refusal.ts'
import type { Schema } from '../contract/schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Answer = {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** The same object will be sent again, unchanged: its bytes are kept for as long as it is. */
  lasting?: boolean
}

/** What the OpenAPI document says of an operation. */
export type OperationFacts = {
  method: Method
  /** In OpenAPI form: `/v1/project/{project_id}/observations/`. Served with and without the last slash. */
  path: string
  operationId: string
  summary: string
  description?: string
  /** Still answered, for programs that call it; new ones use another operation. */
  deprecated?: true
  tag: string
  query?: Schema
  header?: Schema
  body?: { schema: Schema; example: unknown }
  /** Instead of a body that is read first: a file of one of these types, which the operation reads as it comes. */
  upload?: { description: string; mediaTypes: readonly string[]; maxBytes: number }
  success: {
    status: number
    description: string
    schema?: Schema
    mediaType?: string
    example?: unknown
    /** The other success, with the same body: there was nothing left to do. Or with none, because nothing was asked. */
    otherwise?: { status: number; description: string; bodiless?: true }
  }
  /** What it may refuse in addition to what every operation refuses, each with its meaning here. */
  refusals?: Partial<Record<RefusalKind, string>>
  /** The body of a 400 where it is not the usual list of violations. */
  invalidBody?: { schema: Schema; example: unknown }
}

export type Operation<Context> = OperationFacts & {
  /** Refuses, before the body is read, what there is no room for. */
  admit?(context: Context): void
  handle(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<Answer>
}

/** A parameter of the path, as it was sent. */
export function pathParameter(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}
