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
import { headAdminAnswers } from './http/admin-answers.ts'
import { refuseEncodedBodies } from './http/bodies/content-encoding.ts'
import { type ReadJson, readJsonBodies } from './http/bodies/json-body.ts'
import { limitSlowBodies, type WatchBody } from './http/bodies/slow-bodies.ts'
import { passUploads } from './http/bodies/uploads.ts'
import { answerClientError } from './http/client-errors.ts'
import { closeAbandoned } from './http/connections/abandoned-answers.ts'
import type { TurnLimits } from './http/connections/admission.ts'
import { closeConnections } from './http/connections/close-connections.ts'
import { createTurns, type Turns } from './http/connections/turns.ts'
import { answerPages, isAllowedOrigin, type OriginRule } from './http/cors.ts'
import { answerError, answerErrors } from './http/errors.ts'
import type { Metrics } from './http/metrics/metrics.ts'
import { openApiDocument } from './http/openapi.ts'
import { OPENAPI_COMPONENTS } from './http/openapi-components.ts'
import { ROUTER_OPTIONS, refuseOtherMethods } from './http/other-methods.ts'
import { noticeOwnWrites } from './http/own-writes.ts'
import { registerConsole } from './http/pages/console.ts'
import { registerDocs } from './http/pages/docs.ts'
import { registerDocuments } from './http/pages/documents.ts'
import { servePage } from './http/pages/serve-page.ts'
import { literalPath } from './http/path.ts'
import { createRateLimit, limitAddresses } from './http/rate-limit.ts'
import { registerOperations, rememberGates } from './http/register.ts'
import { logRequests, requestIdOf } from './http/request-log.ts'
import { SERVICE_OPERATIONS } from './http/service-operations.ts'
import { answersBy } from './http/short-way/answers.ts'
import { answerInFront, type Way } from './http/short-way/in-front.ts'
import { admitOrdinary } from './http/short-way/visits.ts'
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
  const app = createFramework(options)
  const turns = createTurns(options.turnLimits)
  options.metrics.watchTurns(turns.waiting)
  const forEvery = handleEveryRequest(app, options, turns)
  registerCalls(app, options, turns, forEvery)
  servePage(app, '/openapi.json', async () => describeApi(options.baseUrl()), {})
  registerDocs(app, options.docsFolder)
  registerDocuments(app, options.docsFolder, options.baseUrl)
  registerConsole(app, options.consoleFolder)
  return app
}

/** For sending the largest file; everything else has to be quicker: see limitSlowBodies. */
const REQUEST_TIMEOUT_MS = 3_600_000

const createFramework = ({ log, trustedProxies }: AppOptions): FastifyInstance =>
  Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerClientError,
    return503OnClosing: false, // its answer would have another shape: see closeConnections
    genReqId: ({ headers }) => requestIdOf(headers),
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    rewriteUrl: (raw) => literalPath(raw.url ?? '/'),
    routerOptions: ROUTER_OPTIONS,
    frameworkErrors: (error, request, reply) => void answerError(error, request as never, reply as never),
  })

type ForEveryRequest = { readJson: ReadJson; originAllowed: OriginRule }

/** The order matters: hooks of the same kind run in the order in which they are added. */
function handleEveryRequest(app: FastifyInstance, options: AppOptions, turns: Turns): ForEveryRequest {
  const { deps, trustedProxies, rateLimitAddressPerMinute: addressLimit } = options
  const originAllowed = (origin: string) =>
    isAllowedOrigin(origin, [options.baseUrl(), ...options.allowedOrigins])
  const watchBody = limitSlowBodies(app)
  // Only the framework counts requests by address.
  if (addressLimit === null) answerInFront(app, ordinaryWays(options, watchBody, turns))
  rememberGates(app)
  const readJson = readJsonBodies(app)
  passUploads(app)
  noticeUnknownProxy(app, trustedProxies)
  refuseEncodedBodies(app)
  answerErrors(app)
  headAdminAnswers(app, deps.now)
  noticeOwnWrites(app, deps.cache.invalidate)
  logRequests(app, options.metrics)
  answerPages(app, originAllowed)
  limitAddresses(app, deps.requests, addressLimit)
  closeAbandoned(app)
  closeConnections(app)
  refuseOtherMethods(app)
  app.addHook('preClose', async () => turns.stop())
  return { readJson, originAllowed }
}

/** What agents, the team and machines call: REST, both MCP endpoints, the admin API, accounts, and the service's own state. */
function registerCalls(
  app: FastifyInstance,
  options: AppOptions,
  turns: Turns,
  forEvery: ForEveryRequest,
): void {
  const { deps, keyUses: uses, baseUrl, version, oidc, mailer, adminToken, allowPrivateTargets } = options
  const addressIn = (path: string) => (projectId: string) =>
    baseUrl() + path.replace('{project_id}', projectId)
  const [restUrl, mcpUrl, teamUrl] = [addressIn(REST_PATH), addressIn(MCP_PATH), addressIn(TEAM_PATH)]
  const warn = (message: string) => options.log.warn(message)
  const oauth = openOauth({ deps, baseUrl, mcpUrl, teamUrl, warn, fetchPublic: options.fetchPublic })
  const metadataOf = (address: (projectId: string) => string) => (projectId: string) =>
    oauth.missing() ? null : metadataUrl(address(projectId))
  const rateLimit = createRateLimit(deps.requests, serviceLimits(options))
  const byKey = publicGate(deps, uses, rateLimit, turns)
  const ofAgents = mcpGate({ deps, uses, rateLimit, turns, byKey, metadataUrl: metadataOf(mcpUrl) })
  const ofTeam = teamGate({ deps, adminToken, rateLimit, baseUrl, metadataUrl: metadataOf(teamUrl) })
  const accounts = openAccounts({ deps, baseUrl, oidc, warn })

  registerRest(app, byKey)
  app.register((scope) => registerMcp(scope, AGENT_ENDPOINT, { gate: ofAgents, version, ...forEvery }))
  app.register((scope) => registerMcp(scope, TEAM_ENDPOINT, { gate: ofTeam, version, ...forEvery }))
  const addresses = { mcpUrl, teamUrl, restUrl, baseUrl }
  const { sessionAccount } = accounts
  registerAdmin(app, { deps, adminToken, ...addresses, mailer, allowPrivateTargets, sessionAccount })
  registerAccounts(app, { deps, accounts, oauth, oidcName: oidc?.name ?? null, baseUrl, mailer, warn })
  const status = { metrics: options.metrics, whyNotReady: watchReadiness(deps) }
  registerOperations(app, () => status, SERVICE_OPERATIONS)
}

const serviceLimits = ({ rateLimitPerMinute, rateLimitProjectPerMinute }: AppOptions): ServiceLimits => ({
  key: rateLimitPerMinute,
  project: rateLimitProjectPerMinute,
})

/** What agents send all day, answered before the framework sees it: see http/short-way. */
function ordinaryWays(options: AppOptions, watchBody: WatchBody, turns: Turns): Way[] {
  const { deps, keyUses, metrics, log, version, trustedProxies } = options
  const known = knownCallers(deps, keyUses, serviceLimits(options))
  const enter = admitOrdinary(known, turns, trustedProxies.length > 0)
  const shortWay = { enter, watchBody, answersTo: answersBy(metrics, log) }
  return [
    ...ordinaryRestWays(shortWay, deps, keyUses),
    ordinaryMcpWay(shortWay, AGENT_ENDPOINT, { deps, uses: keyUses, version }),
  ]
}

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
