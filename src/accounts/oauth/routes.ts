// Every route that MCP clients use to get access, on one page.

import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OAUTH_SCOPES } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { updateRedirectUris } from '../../db/accounts/oauth-clients.ts'
import { selectRotation } from '../../db/accounts/oauth-grants.ts'
import { isMissingReference } from '../../db/error-codes.ts'
import { OAUTH_PREFIXES, storedAs } from '../../domain/accounts/authenticate-oauth-token.ts'
import type { Deps } from '../../domain/deps.ts'
import { asAsked } from '../../http/address.ts'
import { pathParameter } from '../../http/operation.ts'
import { serveOnly } from '../../http/other-methods.ts'
import {
  AUTHORIZATION_SERVER,
  authorizationServer,
  PROTECTED_RESOURCE,
  protectedResource,
} from './metadata.ts'
import { OAUTH_PATHS } from './names.ts'
import type { Oauth } from './oauth.ts'
import { preparedForm, preparedRegistration, preparedRequest } from './prepare.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export type OauthRoutesOptions = { deps: Deps; oauth: Oauth }

/** A separate scope: forms are parsed nowhere else. */
export async function registerOauth(
  app: FastifyInstance,
  { deps, oauth }: OauthRoutesOptions,
): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LIMITS.accountBodyBytes },
    async (_request: unknown, text: string) => new URLSearchParams(text),
  )
  const served = async () => {
    const missing = oauth.missing()
    if (missing) throw new Refusal('not_found', missing)
  }
  const route = (method: 'GET' | 'POST', url: string, handler: Handler) => {
    app.route({ method, url, bodyLimit: LIMITS.accountBodyBytes, onRequest: served, handler })
    app.route({ method: 'OPTIONS', url, onRequest: served, handler: preflight })
    serveOnly(app, url, [method, 'OPTIONS'], served)
  }
  for (const url of [PROTECTED_RESOURCE, `${PROTECTED_RESOURCE}/*`])
    route('GET', url, async (request, reply) => open(reply).send(describeResource(request, oauth)))
  for (const url of [AUTHORIZATION_SERVER, `${AUTHORIZATION_SERVER}/*`])
    route('GET', url, async (request, reply) => open(reply).send(describeServer(request, oauth)))
  route('GET', OAUTH_PATHS.authorize, (request, reply) => authorize(request, reply, oauth))
  route('POST', OAUTH_PATHS.token, async (request, reply) => {
    const form = preparedForm(sentForm(request), oauth)
    const serve = () => oauth.serve(request, { path: OAUTH_PATHS.token, form }).catch(takenBack)
    return answer(reply, await asGrantRefused(await answerTogether(deps, form, serve)))
  })
  route('POST', OAUTH_PATHS.revoke, async (request, reply) => {
    const response = await oauth.serve(request, { path: OAUTH_PATHS.revoke, form: sentForm(request) })
    return answer(reply, await unknownIsRevoked(response))
  })
  route('POST', OAUTH_PATHS.register, (request, reply) => register(request, reply, { deps, oauth }))
}

/**
 * At the root: the service as a whole, where the member chooses a project. Elsewhere: one project's address, with or
 * without the trailing slash as it was requested, because clients compare it with the address they were given.
 */
function describeResource(request: FastifyRequest, oauth: Oauth): object {
  const baseUrl = oauth.baseUrl()
  const path = pathAsked(request)
  if (path === '') return protectedResource(baseUrl, `${baseUrl}/`, OAUTH_SCOPES)
  const id = path.split('/').at(-1) ?? ''
  const address = `${baseUrl}/${path}/`
  const scopes = address === oauth.teamUrl(id) ? TEAM_SCOPES : AGENT_SCOPES
  if (!isUuid(id) || ![oauth.mcpUrl(id), oauth.teamUrl(id)].includes(address))
    throw new Refusal('not_found', 'not found')
  return protectedResource(baseUrl, asAsked(address, request), scopes)
}

const TEAM_SCOPES = OAUTH_SCOPES.filter((scope) => scope.startsWith('team:'))
const AGENT_SCOPES = OAUTH_SCOPES.filter((scope) => !TEAM_SCOPES.includes(scope))

function describeServer(request: FastifyRequest, oauth: Oauth): object {
  if (pathAsked(request) !== '') throw new Refusal('not_found', 'not found')
  return authorizationServer(oauth.baseUrl())
}

/** The path after the well-known part, without surrounding slashes. */
const pathAsked = (request: FastifyRequest): string =>
  pathParameter(request, '*').replaceAll(/^\/+|(?<!\/)\/+$/g, '')

async function authorize(request: FastifyRequest, reply: FastifyReply, oauth: Oauth): Promise<FastifyReply> {
  const sent = new URLSearchParams(request.url.split('?').slice(1).join('?'))
  const query = preparedRequest(sent, oauth)
  return answer(reply, await oauth.serve(request, { path: OAUTH_PATHS.authorize, query, asMember: true }))
}

async function register(
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, oauth }: OauthRoutesOptions,
): Promise<FastifyReply> {
  const { body, privateUris } = preparedRegistration(request.body)
  const response = await oauth.serve(request, { path: OAUTH_PATHS.register, json: body })
  if (response.status !== 201 || privateUris.length === 0) return answer(reply, response)
  const client = (await response.json()) as { client_id: string; redirect_uris: string[] }
  const redirect_uris = (request.body as { redirect_uris: string[] }).redirect_uris
  await updateRedirectUris(deps.db, client.client_id, redirect_uris)
  return open(reply)
    .code(201)
    .header('Cache-Control', 'no-store')
    .send({ ...client, redirect_uris })
}

/** The grant is gone: the member withdrew consent or left the project. */
function takenBack(error: unknown): Response {
  if (!isMissingReference(error)) throw error
  const body = { error: 'invalid_grant', error_description: 'access was revoked' }
  return Response.json(body, { status: 400 })
}

/**
 * As RFC 7636 requires, a wrong verifier is an invalid grant. The provider answers 401 only to that and to a wrong
 * client secret.
 */
async function asGrantRefused(response: Response): Promise<Response> {
  if (response.status !== 401) return response
  const { error, ...said } = (await response.clone().json()) as { error?: string }
  return error === 'invalid_request'
    ? Response.json({ error: 'invalid_grant', ...said }, { status: 400 })
    : response
}

/** As RFC 7009 requires; the provider refuses unknown tokens. */
async function unknownIsRevoked(response: Response): Promise<Response> {
  if (response.status !== 400) return response
  const { error } = (await response.clone().json()) as { error?: string }
  return error === 'invalid_request' ? new Response(null) : response
}

function sentForm({ body }: FastifyRequest): URLSearchParams {
  if (body instanceof URLSearchParams) return body
  throw new Refusal(
    'unsupported_media_type',
    'send the body as Content-Type: application/x-www-form-urlencoded',
  )
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  open(reply).code(response.status).header('Cache-Control', 'no-store')
  for (const name of ['location', 'www-authenticate', 'x-retry-after']) {
    const value = response.headers.get(name)
    if (value) reply.header(name === 'x-retry-after' ? 'retry-after' : name, value)
  }
  const text = await response.text()
  return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text)
}

/** Cookies do not count here, so pages of any site may call it, as browser-based clients do. */
const open = (reply: FastifyReply): FastifyReply => reply.header('Access-Control-Allow-Origin', '*')

async function preflight(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return open(reply)
    .headers({
      'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version',
      'Access-Control-Max-Age': '86400',
    })
    .code(204)
    .send()
}

const LOOK_EVERY_MS = 25
const PATIENCE_MS = 5_000

/**
 * Two windows or processes of one client may refresh the same token at once. The provider issues new tokens to the
 * first, refuses others meanwhile, and has its answer for them a moment later. The second caller gets the answer of
 * the first as soon as there is one.
 */
async function answerTogether(
  { db }: Pick<Deps, 'db'>,
  form: URLSearchParams,
  serve: () => Promise<Response>,
): Promise<Response> {
  const response = await serve()
  const token = form.get('refresh_token')
  if (response.status !== 400 || form.get('grant_type') !== 'refresh_token' || token === null) return response
  const stored = storedAs(token.slice(OAUTH_PREFIXES.refreshToken.length))
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const rotation = await selectRotation(db, stored)
    if (!rotation) return response
    if (rotation.answered) return serve()
    await pause(LOOK_EVERY_MS)
  }
  return response
}
