// Bearer tokens at the MCP endpoints, and the challenge that says where to get one.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'

/** The token of `Authorization: Bearer …`; undefined with another scheme or none. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return token
}

/** The `WWW-Authenticate` value: where the metadata is and which scopes to ask for. */
export function challenge(metadata: string, scope: string, error?: string): string {
  const parts = [
    ...(error ? [`error="${error}"`] : []),
    `resource_metadata="${metadata}"`,
    `scope="${scope}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}

export const refusedToken = (kind: 'unauthorized' | 'forbidden', detail: string, header: string): Refusal =>
  new Refusal(kind, detail, { 'WWW-Authenticate': header })

export const INVALID_TOKEN =
  'the access token is not valid here: it has expired, was revoked, or is for another project'

export const lackingScope = (scope: string): string =>
  `this needs the scope ${scope}, which the access token lacks`
