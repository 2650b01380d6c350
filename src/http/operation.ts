// An HTTP operation: one definition for the router and for the OpenAPI document.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalKind } from '../contract/refusal.ts'
import type { Schema } from '../contract/schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Answer = {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** The same object will be sent again, unchanged, so its bytes are cached for as long as it lives. */
  lasting?: boolean
}

/** What the OpenAPI document says about an operation. */
export type OperationFacts = {
  method: Method
  /** In OpenAPI form: `/v1/project/{project_id}/observations/`. Served with and without the trailing slash. */
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
  /** In place of a parsed body: a file of one of these types, which the operation reads as it arrives. */
  upload?: { description: string; mediaTypes: readonly string[]; maxBytes: number }
  success: {
    status: number
    description: string
    schema?: Schema
    mediaType?: string
    example?: unknown
    /** A second success status, with the same body or without one. */
    otherwise?: { status: number; description: string; bodiless?: true }
  }
  /** Refusals beyond those that every operation has, each with its meaning here. */
  refusals?: Partial<Record<RefusalKind, string>>
  /** The body of a 400 that is not the usual list of violations. */
  invalidBody?: { schema: Schema; example: unknown }
}

export type Operation<Context> = OperationFacts & {
  /** Throws, before the body is read, when there is no capacity. */
  admit?(context: Context): void
  handle(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<Answer>
}

/** A path parameter as it was sent. */
export function pathParameter(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}
