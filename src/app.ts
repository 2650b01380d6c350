// Builds the HTTP application from its parts. It never listens: the entry file and the tests decide that.

import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { openAccounts } from './accounts/accounts.ts'
import type { OidcSettings } from './accounts/better-auth.ts'
import type { FetchPublic } from './accounts/oauth/fetch-public.ts'
import { metadataUrl } from './accounts/oauth/metadata.ts'
import { openOauth } from './accounts/oauth/oauth.ts'
import { ACCOUNT_OPERATIONS, registerAccounts } from './accounts/routes.ts'
import { ADMIN_OPERATIONS, registerAdmin } from './admin/routes.ts'
import { LIMITS } from './contract/limits.ts'
import type { AgentDeps } from './domain/deps.ts'
import type { Mailer } from './domain/integrations/mailer.ts'
import type { KeyUses } from './domain/projects/key-uses.ts'
import type { ServiceLimits } from './domain/projects/limits/limit-requests.ts'
import { watchReadiness } from './domain/readiness.ts'
import { refuseEncodedBodies } from './http/bodies/content-encoding.ts'
import { readJsonBodies } from './http/bodies/json-body.ts'
import { limitSlowBodies, type WatchBody } from './http/bodies/slow-bodies.ts'
import { passUploads } from './http/bodies/uploads.ts'
import { answerClientError } from './http/client-errors.ts'
import { closeAbandoned } from './http/connections/abandoned-answers.ts'
import { closeConnections } from './http/connections/close-connections.ts'
import { createTurns, type TurnLimits, type Turns } from './http/connections/turns.ts'
import { answerPages, isAllowedOrigin } from './http/cors.ts'
import { answerError, answerErrors } from './http/errors.ts'
import type { Metrics } from './http/metrics/metrics.ts'
import { openApiDocument } from './http/openapi.ts'
import { OPENAPI_COMPONENTS } from './http/openapi-components.ts'
import { ROUTER_OPTIONS, refuseOtherMethods } from './http/other-methods.ts'
import { noticeOwnWrites } from './http/own-writes.ts'
import { registerConsole } from './http/pages/console.ts'
import { registerDocs } from './http/pages/docs.ts'
import { registerDocuments } from './http/pages/documents.ts'
import { literalPath } from './http/path.ts'
import { keepAnswersPrivate } from './http/private-answers.ts'
import { createRateLimit, limitAddresses } from './http/rate-limit.ts'
import { registerOperations, rememberGates } from './http/register.ts'
import { logRequests, requestIdOf } from './http/request-log.ts'
import { SERVICE_OPERATIONS } from './http/service-operations.ts'
import { answersBy } from './http/short-way/answers.ts'
import { answerInFront, type Way } from './http/short-way/in-front.ts'
import { openDoor } from './http/short-way/visits.ts'
import { noticeUnknownProxy } from './http/unknown-proxy.ts'
import { mcpGate } from './mcp/auth.ts'
import { mcpOperation, teamMcpOperation } from './mcp/operation.ts'
import { teamGate } from './mcp/team/auth.ts'
import { TEAM_ENDPOINT, TEAM_PATH } from './mcp/team/tools.ts'
import { AGENT_ENDPOINT, MCP_PATH } from './mcp/tools.ts'
import { ordinaryMcpWay, registerMcp } from './mcp/transport.ts'
import { knownCallers, publicGate } from './rest/auth.ts'
import { ordinaryRestWays, PUBLIC_OPERATIONS, REST_PATH, registerRest } from './rest/routes.ts'

export type AppOptions = {
  deps: AgentDeps
  keyUses: KeyUses
  metrics: Metrics
  log: FastifyBaseLogger
  version: string
  adminToken: string | null
  oidc: OidcSettings | null
  /** Null: no email is set up. */
  mailer: Mailer | null
  /** Whether events may go to addresses of this machine and its network. */
  allowPrivateTargets: boolean
  allowedOrigins: readonly string[]
  /** Whose `X-Forwarded-For` is believed; limits on signing in go by the address that it gives. */
  trustedProxies: readonly string[]
  rateLimitPerMinute: number | null
  rateLimitProjectPerMinute: number | null
  rateLimitAddressPerMinute: number | null
  docsFolder: string
  consoleFolder: string
  /** The public address; a function, because a port picked by the system is known only after listening. */
  baseUrl(): string
  /** How documents of OAuth clients are fetched; over the network unless given. */
  fetchPublic?: FetchPublic
  /** How many requests are answered at once before others wait for their turn; as usual unless given. */
  turnLimits?: TurnLimits
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, keyUses, metrics, log, baseUrl } = options
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerClientError,
    return503OnClosing: false, // its answer would have another shape: see closeConnections
    genReqId: ({ headers }) => requestIdOf(headers),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    rewriteUrl: (raw) => literalPath(raw.url ?? '/'),
    routerOptions: ROUTER_OPTIONS,
    frameworkErrors: (error, request, reply) => void answerError(error, request as never, reply as never),
  })
  const turns = createTurns(options.turnLimits)
  metrics.watchTurns(turns.waiting)
  const service = { key: options.rateLimitPerMinute, project: options.rateLimitProjectPerMinute }
  const watchBody = limitSlowBodies(app)
  if (options.rateLimitAddressPerMinute === null)
    answerInFront(app, ordinaryWays(options, watchBody, turns, service))
  rememberGates(app)
  const readJson = readJsonBodies(app)
  passUploads(app)
  noticeUnknownProxy(app, options.trustedProxies)
  refuseEncodedBodies(app)
  answerErrors(app)
  keepAnswersPrivate(app)
  noticeOwnWrites(app, deps.cache.invalidate)
  logRequests(app, metrics)
  const originAllowed = (origin: string) => isAllowedOrigin(origin, [baseUrl(), ...options.allowedOrigins])
  answerPages(app, originAllowed)
  limitAddresses(app, deps.requests, options.rateLimitAddressPerMinute)
  closeAbandoned(app)
  closeConnections(app)
  refuseOtherMethods(app)
  app.addHook('preClose', async () => turns.stop())

  const mcpUrl = (projectId: string) => baseUrl() + MCP_PATH.replace('{project_id}', projectId)
  const teamUrl = (projectId: string) => baseUrl() + TEAM_PATH.replace('{project_id}', projectId)
  const restUrl = (projectId: string) => baseUrl() + REST_PATH.replace('{project_id}', projectId)
  const rateLimit = createRateLimit(deps.requests, service)
  const { mailer, adminToken, allowPrivateTargets } = options
  const gate = publicGate(deps, keyUses, rateLimit, turns)
  const warn = (message: string) => log.warn(message)
  const oauth = openOauth({ deps, baseUrl, mcpUrl, teamUrl, warn, fetchPublic: options.fetchPublic })
  const metadataOf = (address: (projectId: string) => string) => (projectId: string) =>
    oauth.missing() ? null : metadataUrl(address(projectId))
  registerRest(app, gate)
  app.register((scope) =>
    registerMcp(scope, AGENT_ENDPOINT, {
      gate: mcpGate({
        deps,
        uses: keyUses,
        rateLimit,
        turns,
        byKey: gate,
        metadataUrl: metadataOf(mcpUrl),
      }),
      version: options.version,
      originAllowed,
      readJson,
    }),
  )
  app.register((scope) =>
    registerMcp(scope, TEAM_ENDPOINT, {
      gate: teamGate({ deps, adminToken, rateLimit, baseUrl, metadataUrl: metadataOf(teamUrl) }),
      version: options.version,
      originAllowed,
      readJson,
    }),
  )
  const accounts = openAccounts({ deps, baseUrl, oidc: options.oidc, warn })
  const { sessionAccount } = accounts
  const addresses = { mcpUrl, teamUrl, restUrl, baseUrl }
  registerAdmin(app, { deps, adminToken, ...addresses, mailer, allowPrivateTargets, sessionAccount })
  const oidcName = options.oidc?.name ?? null
  registerAccounts(app, { deps, accounts, oauth, oidcName, baseUrl, mailer, warn })
  const status = { metrics, whyNotReady: watchReadiness(deps) }
  registerOperations(app, () => status, SERVICE_OPERATIONS)
  app.get('/openapi.json', async () => describeApi(baseUrl()))
  registerDocs(app, options.docsFolder)
  registerDocuments(app, options.docsFolder, baseUrl)
  registerConsole(app, options.consoleFolder)
  return app
}

function ordinaryWays(
  { deps, keyUses, metrics, log, version, trustedProxies }: AppOptions,
  watchBody: WatchBody,
  turns: Turns,
  limits: ServiceLimits,
): Way[] {
  const enter = openDoor(knownCallers(deps, keyUses, limits), turns, trustedProxies.length > 0)
  const shortWay = { enter, watchBody, answersTo: answersBy(metrics, log) }
  return [
    ...ordinaryRestWays(shortWay, deps, keyUses),
    ordinaryMcpWay(shortWay, AGENT_ENDPOINT, { deps, uses: keyUses, version }),
  ]
}

/** For sending the largest file; everything else has to be quicker: see limitSlowBodies. */
const REQUEST_TIMEOUT_MS = 3_600_000

export function describeApi(baseUrl: string): Record<string, unknown> {
  return openApiDocument({
    baseUrl,
    components: OPENAPI_COMPONENTS,
    groups: [
      { operations: [...PUBLIC_OPERATIONS, mcpOperation], security: 'api_key' },
      { operations: [teamMcpOperation], security: 'member' },
      { operations: ADMIN_OPERATIONS.filter(({ inPerson }) => !inPerson), security: 'admin' },
      { operations: ADMIN_OPERATIONS.filter(({ inPerson }) => inPerson), security: 'session' },
      { operations: ACCOUNT_OPERATIONS, security: 'guest' },
      { operations: SERVICE_OPERATIONS, security: null },
    ],
  })
}
