// Query parameters. Fastify passes on undecoded what is not percent-encoded UTF-8; here it is a violation.
import type { FastifyRequest } from 'fastify'
import type { Violation } from '../contract/refusal.ts'

/** A violation when the parameter does not decode; taken literally, it could name another user. */
export function undecodableParameter({ url }: FastifyRequest, name: string): Violation[] {
  if (!url.includes('%')) return []
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  const values = query.split('&').map((pair) => pair.split('='))
  const broken = values.some(
    ([key = '', ...value]) => decoded(key) === name && decoded(value.join('=')) === null,
  )
  return broken ? [{ loc: ['query', name], msg: 'must be percent-encoded UTF-8', type: 'text' }] : []
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
