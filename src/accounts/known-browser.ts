// A browser that has signed in to an account keeps a cookie that outlives the session. It grants no access; it
// distinguishes the owner from everyone else while the account's password is being guessed.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Guess } from '../domain/accounts/limit-guesses.ts'
import { hashToken } from '../domain/one-time-token.ts'
import { sharedAddress } from '../http/rate-limit.ts'
import { AUTH_PATH, COOKIE_PREFIX } from './names.ts'

const YEAR_SECONDS = 365 * 86_400

/** A sign-in attempt. */
export const guessOf = (request: FastifyRequest, email: string | null, secret: string): Guess => ({
  email,
  address: sharedAddress(request.ip),
  knownBrowser: email === null ? null : knownBrowser(request.headers.cookie ?? '', email, secret),
})

export function rememberBrowser(reply: FastifyReply, email: string, secret: string, baseUrl: string): void {
  const id = randomBytes(16).toString('base64url')
  const value = `${id}.${sign(id, email, secret)}`
  const secure = baseUrl.startsWith('https:') ? ' Secure;' : ''
  reply.header(
    'Set-Cookie',
    `${cookieName(email)}=${value}; Max-Age=${YEAR_SECONDS}; Path=${AUTH_PATH}; HttpOnly;${secure} SameSite=Lax`,
  )
}

function knownBrowser(cookies: string, email: string, secret: string): string | null {
  const name = `${cookieName(email)}=`
  const sent = cookies.split(/; */).find((cookie) => cookie.startsWith(name))
  const [id = '', signature = ''] = sent?.slice(name.length).split('.') ?? []
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(id, email, secret))]
  return given.length === right.length && timingSafeEqual(given, right) ? id : null
}

/** One per account, because two people may share a browser. */
const cookieName = (email: string): string =>
  `${COOKIE_PREFIX}.known_${hashToken(email.toLowerCase()).toString('hex').slice(0, 16)}`

const sign = (id: string, email: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['known browser', email.toLowerCase(), id]))
    .digest('base64url')
