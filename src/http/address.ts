// Addresses as sent: paths before the router reads them, and query parameters.
import type { FastifyRequest } from 'fastify'
import type { Violation } from '../contract/refusal.ts'

/**
 * The address with undecodable parts of its path taken literally, so that a malformed id meets the same checks, in the
 * same order, as an unknown one. The router alone would refuse it before the key is checked.
 */
export function literalPath(address: string): string {
  if (address === '*') return '/*' // the server as a whole, which the router would take for its first page
  if (!address.includes('%')) return address
  const [path = '', ...query] = address.split('?')
  if (decodes(path)) return address
  const segments = path.split('/').map((part) => (decodes(part) ? part : part.replaceAll('%', '%25')))
  return [segments.join('/'), ...query].join('?')
}

/** Removes the trailing slash of an address if the request came without one. */
export function asAsked(address: string, request: { url: string }): string {
  const [path = ''] = request.url.split('?')
  return path.endsWith('/') ? address : address.replace(/\/$/, '')
}

/** The result is used because a bundler drops calls made only for their error. */
function decodes(text: string): boolean {
  try {
    return decodeURIComponent(text).length >= 0
  } catch {
    return false
  }
}

/**
 * A violation when the parameter does not decode; taken literally, it could name another user. Fastify passes on
 * undecoded what is not percent-encoded UTF-8.
 */
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
