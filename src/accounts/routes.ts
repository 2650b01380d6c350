// Every account route on one page: our own operations, and better-auth's endpoints that the console needs.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AccountUpdate } from '../contract/accounts/accounts.ts'
import { LIMITS } from '../contract/limits.ts'
import { exactBody } from '../contract/validate.ts'
import { forgetGuesses, takeGuess } from '../domain/accounts/limit-guesses.ts'
import { refuseOtherSites } from '../http/origins.ts'
import { serveOnly } from '../http/other-methods.ts'
import { registerOperations } from '../http/register.ts'
import { type Accounts, passCookies } from './accounts.ts'
import { acceptInviteOperation, readInviteOperation } from './invites.ts'
import { guessOf } from './known-browser.ts'
import { AUTH_PATH, OIDC_PROVIDER } from './names.ts'
import { decideConsentOperation, readConsentOperation } from './oauth/consent.ts'
import { registerOauth } from './oauth/routes.ts'
import type { AccountContext, AccountOperation } from './operation.ts'
import { passwordResetOperation, requestPasswordResetOperation } from './password-reset.ts'
import { detailOf, type ErrorBody } from './refusals.ts'
import { sessionOperation } from './session.ts'
import { setUpOperation } from './set-up.ts'

export const ACCOUNT_OPERATIONS: AccountOperation[] = [
  sessionOperation, //       GET  /api/session
  setUpOperation, //         POST /api/setup
  readInviteOperation, //    POST /api/invites/read
  acceptInviteOperation, //  POST /api/invites/accept
  passwordResetOperation, // POST /api/password-reset
  requestPasswordResetOperation, // POST /api/password-reset/request
  readConsentOperation, //   POST /api/oauth/request
  decideConsentOperation, // POST /api/oauth/decision
]

type AuthRoute = {
  method: 'GET' | 'POST'
  path: string
  body?(sent: unknown, baseUrl: string): unknown
  /** Wraps the call. */
  around?(attempt: Attempt): Promise<Response>
}

type Attempt = {
  request: FastifyRequest
  reply: FastifyReply
  sent: unknown
  options: AccountRoutesOptions
  serve(): Promise<Response>
}

const updateBody = exactBody(AccountUpdate)

const AUTH_ROUTES: AuthRoute[] = [
  { method: 'POST', path: '/sign-in/email', around: limitGuesses },
  { method: 'POST', path: '/sign-out' },
  { method: 'POST', path: '/change-password' },
  { method: 'POST', path: '/revoke-sessions' },
  { method: 'POST', path: '/update-user', body: (sent) => ({ name: updateBody.parse(sent).name }) },
  { method: 'GET', path: '/list-sessions' },
  { method: 'GET', path: '/get-session' },
]

const OIDC_ROUTES: AuthRoute[] = [
  { method: 'POST', path: '/sign-in/social', body: (sent, baseUrl) => socialSignIn(sent, baseUrl) },
  { method: 'GET', path: `/callback/${OIDC_PROVIDER}` },
]

async function limitGuesses({ request, reply, sent, options, serve }: Attempt): Promise<Response> {
  const { deps, accounts } = options
  const named = (sent as { email?: unknown } | null)?.email
  const email = typeof named === 'string' ? named : null
  const guess = guessOf(request, email, await accounts.secret())
  await takeGuess(deps, guess)
  const response = await serve()
  if (!response.ok || email === null) return response
  await forgetGuesses(deps, guess)
  if (guess.knownBrowser === null) await accounts.remember(reply, email)
  return response
}

/** Returns only to our own pages. */
function socialSignIn(sent: unknown, baseUrl: string): object {
  const { callbackURL } = (sent ?? {}) as { callbackURL?: unknown }
  const isOurs = typeof callbackURL === 'string' && /^\/(?![/\\])/.test(callbackURL)
  return {
    provider: OIDC_PROVIDER,
    callbackURL: baseUrl + (isOurs ? callbackURL : '/'),
    errorCallbackURL: `${baseUrl}/sign-in`,
  }
}

/** Anyone may send these, and none needs as much as observations do. */
const bodyLimit = LIMITS.accountBodyBytes

export type AccountRoutesOptions = AccountContext & { baseUrl(): string }

export function registerAccounts(app: FastifyInstance, options: AccountRoutesOptions): void {
  const { accounts, oidcName, baseUrl } = options
  const ownPages = async (request: FastifyRequest) => refuseOtherSites(request, baseUrl())
  const gate = async (request: FastifyRequest) => {
    await ownPages(request)
    return options
  }
  registerOperations(app, gate, ACCOUNT_OPERATIONS, { bodyLimit })
  for (const route of oidcName === null ? AUTH_ROUTES : [...AUTH_ROUTES, ...OIDC_ROUTES]) {
    const { method, path, body = (sent: unknown) => sent, around = ({ serve }) => serve() } = route
    app.route({
      method,
      url: AUTH_PATH + path,
      bodyLimit,
      onRequest: ownPages,
      handler: async (request, reply) => {
        const sent = method === 'POST' ? body(request.body, baseUrl()) : undefined
        const serve = () => accounts.serve(request, path, sent)
        return answer(reply, await around({ request, reply, sent, options, serve }))
      },
    })
    serveOnly(app, AUTH_PATH + path, [method], ownPages)
  }
  app.register((scope) => registerOauth(scope, options))
  loadInTime(app, accounts)
}

const LOAD_AFTER_MS = 2_000 // at once, it would delay the first calls after a start

/** Loads before the first sign-in. If the database is unreachable, the first sign-in tries again. */
function loadInTime(app: FastifyInstance, accounts: Accounts): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    timer = setTimeout(() => void accounts.load().catch(() => {}), LOAD_AFTER_MS).unref()
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  passCookies(response.headers, reply)
  reply.code(response.status)
  const location = response.headers.get('location')
  if (location) reply.header('Location', location)
  const text = await response.text()
  if (response.status < 400) return reply.type('application/json; charset=utf-8').send(withoutTokens(text))
  const retryAfter = response.headers.get('x-retry-after')
  if (retryAfter) reply.header('Retry-After', retryAfter)
  return reply.send({ detail: detailOf(response.status, parsed(text)) })
}

/** The cookie carries the session token, out of scripts' reach; the answer does not. */
const withoutTokens = (text: string): string =>
  text && JSON.stringify(JSON.parse(text, (key, value) => (key === 'token' ? undefined : value)))

function parsed(text: string): ErrorBody {
  try {
    return (JSON.parse(text) ?? {}) as ErrorBody
  } catch {
    return {}
  }
}
