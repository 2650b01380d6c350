// POST /api/oauth/request and /api/oauth/decision: what the consent page shows, and the member's decision.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CONSENT_ANSWER, CONSENT_SHOWN } from '../../contract/accounts/account-examples.ts'
import type { Account } from '../../contract/accounts/accounts.ts'
import {
  ConsentAnswer,
  ConsentDecision,
  ConsentRequest,
  ConsentShown,
} from '../../contract/accounts/oauth.ts'
import { Refusal } from '../../contract/refusal.ts'
import { exactBody } from '../../contract/validate.ts'
import { noteGrant } from '../../domain/accounts/manage-grants.ts'
import { readOauthRequest, requireScopes } from '../../domain/accounts/read-oauth-request.ts'
import { type AccountContext, type AccountOperation, tag } from '../operation.ts'
import { CONSENT_PAGE, OAUTH_PATHS, OFFLINE } from './names.ts'
import type { Oauth } from './oauth.ts'
import { askedScopes, preparedRequest } from './prepare.ts'
import { projectOf, resourceOf } from './resources.ts'

const requestBody = exactBody(ConsentRequest)
const decisionBody = exactBody(ConsentDecision)

const refusals = {
  unauthorized: 'Nobody is signed in.',
  forbidden: 'The call comes from a page of another site.',
  not_found: 'The application or the requested project is unknown, or OAuth is not served here.',
} as const

const QUERY = 'client_id=…&redirect_uri=…&code_challenge=…'

export const readConsentOperation: AccountOperation = {
  method: 'POST',
  path: '/api/oauth/request',
  operationId: 'read_oauth_request',
  summary: 'Read what an application asks for',
  tag,
  body: { schema: ConsentRequest, example: { query: QUERY } },
  success: {
    status: 200,
    description: 'Who asks, and for what.',
    schema: ConsentShown,
    example: CONSENT_SHOWN,
  },
  refusals,
  async handle(context, request, reply) {
    const account = await member(context, request, reply)
    const asked = askedFor(requestBody.parse(request.body).query, context.oauth)
    return { body: await readOauthRequest(context.deps, account.id, asked) }
  },
}

export const decideConsentOperation: AccountOperation = {
  method: 'POST',
  path: '/api/oauth/decision',
  operationId: 'decide_oauth_request',
  summary: 'Connect an application, or refuse to',
  description: 'The application may then use the granted scopes in one project, within your role.',
  tag,
  body: { schema: ConsentDecision, example: { query: QUERY, accept: true } },
  success: { status: 200, description: 'Where to go next.', schema: ConsentAnswer, example: CONSENT_ANSWER },
  refusals: {
    ...refusals,
    forbidden: 'Your role in the project does not allow this, or the call comes from a page of another site.',
  },
  async handle(context, request, reply) {
    const { deps, oauth } = context
    const account = await member(context, request, reply)
    const { query, accept, project_id, scopes } = decisionBody.parse(request.body)
    const asked = askedFor(query, oauth)
    const chosen = asked.scopes.filter((scope) => scopes?.includes(scope) ?? true)
    if (!accept)
      return { body: { redirect_to: await decideOauthRequest(request, oauth, asked.request, null) } }
    const projectId = asked.projectId ?? project_id?.toLowerCase()
    if (projectId === undefined) throw new Refusal('invalid', 'choose a project')
    await requireScopes(deps, account.id, projectId, chosen)
    asked.request.set('resource', resourceOf(projectId))
    const redirect_to = await decideOauthRequest(request, oauth, asked.request, chosen)
    await noteGrant(deps, account.email, projectId, { accountId: account.id, clientId: asked.clientId })
    return { body: { redirect_to } }
  },
}

async function member(
  { accounts, oauth }: AccountContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Account> {
  const missing = oauth.missing()
  if (missing) throw new Refusal('not_found', missing)
  const account = await accounts.sessionAccount(request, reply)
  if (!account) throw new Refusal('unauthorized', 'sign in first')
  return account
}

function askedFor(query: string, oauth: Oauth) {
  const request = preparedRequest(new URLSearchParams(query), oauth)
  return {
    request,
    clientId: request.get('client_id') ?? '',
    redirectUri: request.get('redirect_uri') ?? '',
    projectId: projectOf(request.get('resource')),
    anyProject: !request.has('resource'),
    scopes: askedScopes(request.get('scope')),
  }
}

/** Asks the provider again, so that nothing depends on the page's address, and decides in the member's name. */
async function decideOauthRequest(
  request: FastifyRequest,
  oauth: Oauth,
  query: URLSearchParams,
  scopes: string[] | null,
): Promise<string> {
  const begun = await oauth.serve(request, { path: OAUTH_PATHS.authorize, query, asMember: true })
  const location = begun.headers.get('location') ?? ''
  const page = oauth.baseUrl() + CONSENT_PAGE
  const { searchParams } = new URL(location, page)
  if (!location.startsWith(`${page}?`) || !searchParams.has('sig')) throw refusedBy(searchParams)
  const decided = await oauth.serve(request, {
    path: '/oauth2/consent',
    asMember: true,
    json: {
      accept: scopes !== null,
      ...(scopes && { scope: [...scopes, OFFLINE].join(' ') }),
      oauth_query: searchParams.toString(),
    },
  })
  const { url, ...failure } = (await decided.json()) as { url?: string; error_description?: string }
  if (!decided.ok || url === undefined) throw refusedBy(new URLSearchParams(failure))
  return url
}

const refusedBy = (said: URLSearchParams): Refusal =>
  new Refusal('invalid', said.get('error_description') ?? 'the application sent an invalid request')
