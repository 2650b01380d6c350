// Keeps pages of other sites from acting with a visitor's cookie.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Passes changes from our own pages, at the public address or at the address that was called. A request without these
 * headers passes only without cookies: browsers always send one of them with a change.
 */
export function refuseOtherSites({ method, headers }: FastifyRequest, baseUrl: string): void {
  if (SAFE.has(method)) return
  const { origin, host, cookie } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined && (site === undefined ? cookie === undefined : site === 'same-origin')) return
  if (origin !== undefined && isOwn(origin, host, baseUrl)) return
  throw new Refusal(
    'forbidden',
    'changes with a session cookie must come from the console itself: send the Origin header of this service',
  )
}

function isOwn(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const sent = new URL(origin)
  return sent.origin === new URL(baseUrl).origin || sent.host === host
}
