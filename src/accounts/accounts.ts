// Sessions and signing in. All of our code reaches better-auth through here; it is loaded once the service listens.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../contract/accounts/accounts.ts'
import { keepSecret } from '../db/service-secrets.ts'
import type { Deps } from '../domain/deps.ts'
import { databaseAway } from '../domain/unavailable.ts'
import type { Auth, OidcSettings } from './better-auth.ts'
import { callBetterAuth } from './call-better-auth.ts'
import { rememberBrowser } from './known-browser.ts'
import { AUTH_PATH, CLIENT_ADDRESS, COOKIE_PREFIX } from './names.ts'

/** Loading it takes half a second, most of a start. */
const loadBetterAuth = () => import('./better-auth.ts')

export type AccountsOptions = {
  deps: Deps
  baseUrl(): string
  oidc: OidcSettings | null
  warn(message: string): void
}

export type Accounts = {
  load(): Promise<void>
  /** The secret that signs cookies. */
  secret(): Promise<string>
  /** The account of the session cookie. */
  sessionAccount(request: FastifyRequest, reply: FastifyReply): Promise<Account | null>
  hashPassword(password: string): Promise<string>
  /** Starts a session; the reply carries its cookie. */
  signIn(request: FastifyRequest, reply: FastifyReply, email: string, password: string): Promise<void>
  /** Sets a cookie that marks this browser as known to the account; see known-browser.ts. */
  remember(reply: FastifyReply, email: string): Promise<void>
  /** Passes a request to better-auth; `path` continues after /api/auth. */
  serve(request: FastifyRequest, path: string, body: unknown): Promise<Response>
}

export function openAccounts(options: AccountsOptions): Accounts {
  const secret = keepOne(() => sessionSecret(options.deps))
  const password = keepOne(() => startAuth({ ...options, oidc: null }))
  // A separate instance, because it contacts the provider first: one that does not answer must not break passwords.
  const oidc = keepOne(() => startAuth(options))
  const remember = async (reply: FastifyReply, email: string) =>
    rememberBrowser(reply, email, await secret(), options.baseUrl())
  return {
    load: async () => void (await password()),
    secret,
    async sessionAccount(request, reply) {
      if (!request.headers.cookie?.includes(COOKIE)) return null
      const { api } = await password()
      const headers = ownHeaders(request, options.baseUrl())
      // Refreshing a session sets a new cookie, which is impossible once a stream has begun.
      const query = { disableRefresh: reply.raw.headersSent }
      const found = await callBetterAuth(() => api.getSession({ headers, query, returnHeaders: true })).catch(
        endedMeanwhile,
      )
      if (found) passCookies(found.headers, reply)
      if (!found?.response) return null
      const { id, name, email, disabledAt } = found.response.user
      return disabledAt ? null : { id, name, email }
    },
    hashPassword: async (text) => (await loadBetterAuth()).hashPassword(text),
    async signIn(request, reply, email, text) {
      const { api } = await password()
      const headers = ownHeaders(request, options.baseUrl())
      const body = { email, password: text }
      const started = await callBetterAuth(() =>
        api.signInEmail({ body, headers, returnHeaders: true }),
      ).catch(asOurs)
      passCookies(started.headers, reply)
      await remember(reply, email)
    },
    remember,
    async serve(request, path, body) {
      const auth = await (isOidc(path) ? withProvider(oidc) : password())
      return callBetterAuth(() => auth.handler(ownRequest(request, options.baseUrl(), path, body)))
    },
  }
}

export const sessionSecret = ({ db }: Deps): Promise<string> =>
  keepSecret(db, 'sessions', randomBytes(32).toString('base64url'))

const COOKIE = `${COOKIE_PREFIX}.session_token`

/** Made when first needed; a failed attempt is repeated. */
type Kept<T> = { (): Promise<T>; forget(): void }

export function keepOne<T>(make: () => Promise<T>): Kept<T> {
  let made: Promise<T> | undefined
  const forget = () => {
    made = undefined
  }
  const get = () => {
    made ??= make().catch((error) => {
      forget()
      throw error
    })
    return made
  }
  return Object.assign(get, { forget })
}

async function startAuth({ deps, baseUrl, oidc, warn }: AccountsOptions): Promise<Auth> {
  const { createAuth } = await loadBetterAuth()
  return createAuth({ deps, baseUrl: baseUrl(), secret: await sessionSecret(deps), oidc, warn })
}

const isOidc = (path: string): boolean => path.startsWith('/sign-in/social') || path.startsWith('/callback/')

/** better-auth drops a provider that did not answer; the next sign-in tries it again. */
async function withProvider(kept: Kept<Auth>): Promise<Auth> {
  const auth = await kept()
  const { socialProviders } = await auth.$context
  if (socialProviders.length === 0) kept.forget()
  return auth
}

/** The origin was checked before; see src/http/origins.ts. */
export function ownHeaders({ headers, ip }: FastifyRequest, baseUrl: string): Headers {
  const own = new Headers({ [CLIENT_ADDRESS]: ip, origin: new URL(baseUrl).origin })
  for (const name of ['cookie', 'user-agent'] as const) if (headers[name]) own.set(name, headers[name])
  return own
}

function ownRequest(request: FastifyRequest, baseUrl: string, path: string, body: unknown): Request {
  const headers = ownHeaders(request, baseUrl)
  const [, ...query] = request.url.split('?')
  const url = [`${baseUrl}${AUTH_PATH}${path}`, ...query].join('?')
  // HEAD is served as a GET; Node leaves out the body.
  if (request.method !== 'POST') return new Request(url, { headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })
}

export function passCookies(headers: Headers, reply: FastifyReply): void {
  if (reply.raw.headersSent) return
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) reply.header('Set-Cookie', cookies)
}

/** The session was ended elsewhere while it was being refreshed. */
function endedMeanwhile(error: { statusCode?: number }): null {
  return error.statusCode === 401 ? null : asOurs(error)
}

/** It wraps any error of reading the session; only the database can cause one. */
function asOurs(error: unknown): never {
  const { statusCode } = error as { statusCode?: number }
  throw statusCode === 500 ? databaseAway() : error
}
