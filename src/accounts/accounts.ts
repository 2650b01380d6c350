// Who is signed in, and signing in: the one way from our code to better-auth, which is loaded once the service listens.
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
  /** What cookies are signed with. */
  secret(): Promise<string>
  /** The account whose session cookie was sent. */
  sessionAccount(request: FastifyRequest, reply: FastifyReply): Promise<Account | null>
  hashPassword(password: string): Promise<string>
  /** Starts a session: the reply carries its cookie. */
  signIn(request: FastifyRequest, reply: FastifyReply, email: string, password: string): Promise<void>
  /** The reply's cookie says that this browser is the account's own; see known-browser.ts. */
  remember(reply: FastifyReply, email: string): Promise<void>
  /** Hands a request over to better-auth; `path` continues after /api/auth. */
  serve(request: FastifyRequest, path: string, body: unknown): Promise<Response>
}

export function openAccounts(options: AccountsOptions): Accounts {
  const secret = keepOne(() => sessionSecret(options.deps))
  const password = keepOne(() => startAuth({ ...options, oidc: null }))
  // Of its own, because it asks the provider first: one that does not answer must not keep passwords from working.
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
      // A session lives on with the new cookie that says so, which a stream that is under way cannot carry anymore.
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

/** Made when first needed; one that could not be made is made again. */
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

/** better-auth leaves out a provider that did not answer when asked; the next sign-in asks again. */
async function withProvider(kept: Kept<Auth>): Promise<Auth> {
  const auth = await kept()
  const { socialProviders } = await auth.$context
  if (socialProviders.length === 0) kept.forget()
  return auth
}

/** The origin was checked before; see src/http/same-origin.ts. */
export function ownHeaders({ headers, ip }: FastifyRequest, baseUrl: string): Headers {
  const own = new Headers({ [CLIENT_ADDRESS]: ip, origin: new URL(baseUrl).origin })
  for (const name of ['cookie', 'user-agent'] as const) if (headers[name]) own.set(name, headers[name])
  return own
}

function ownRequest(request: FastifyRequest, baseUrl: string, path: string, body: unknown): Request {
  const headers = ownHeaders(request, baseUrl)
  const [, ...query] = request.url.split('?')
  const url = [`${baseUrl}${AUTH_PATH}${path}`, ...query].join('?')
  // A HEAD is a GET whose answer's body the server keeps to itself.
  if (request.method !== 'POST') return new Request(url, { headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })
}

export function passCookies(headers: Headers, reply: FastifyReply): void {
  if (reply.raw.headersSent) return
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) reply.header('Set-Cookie', cookies)
}

/** Signed out elsewhere in the moment in which it would have been prolonged. */
function endedMeanwhile(error: { statusCode?: number }): null {
  return error.statusCode === 401 ? null : asOurs(error)
}

/** It wraps whatever goes wrong while it reads the session; only the database can. */
function asOurs(error: unknown): never {
  const { statusCode } = error as { statusCode?: number }
  throw statusCode === 500 ? databaseAway() : error
}
