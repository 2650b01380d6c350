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
import type { KeyUses } from './domain/projects/authenticate-key.ts'
import type { ServiceLimits } from './domain/projects/limits/limit-requests.ts'
import { watchReadiness } from './domain/readiness.ts'
import { literalPath } from './http/address.ts'
import { type ReadJson, readJsonBodies } from './http/bodies/json-body.ts'
import { passUploads } from './http/bodies/uploads.ts'
import { closeAbandoned, closeConnections } from './http/connections/close-connections.ts'
import { followConnections } from './http/connections/last-resort.ts'
import {
  createProjectQueues,
  type ProjectLimits,
  type ProjectQueues,
} from './http/connections/project-queues.ts'
import { answerClientError, answerError, answerErrors, refuseUnusualHttp } from './http/errors.ts'
import {
  headAdminAnswers,
  limitSlowBodies,
  logRequests,
  noticeOwnWrites,
  noticeUnknownProxy,
  refuseEncodedBodies,
  requestIdOf,
} from './http/every-request.ts'
import type { Metrics } from './http/metrics/metrics.ts'
import { openApiDocument } from './http/openapi.ts'
import { OPENAPI_COMPONENTS } from './http/openapi-components.ts'
import { answerPages, isAllowedOrigin, type OriginRule } from './http/origins.ts'
import { findOtherMethods, ROUTER_OPTIONS, refuseOtherMethods } from './http/other-methods.ts'
import { registerApiReference } from './http/pages/api-reference.ts'
import { registerConsole } from './http/pages/console.ts'
import { registerDocuments } from './http/pages/documents.ts'
import { servePage } from './http/pages/serve-page.ts'
import { createRateLimit, limitAddresses } from './http/rate-limit.ts'
import { registerOperations, rememberGates } from './http/register.ts'
import { SERVICE_OPERATIONS } from './http/service-operations.ts'
import { mcpGate } from './mcp/auth.ts'
import { mcpOperation, teamMcpOperation } from './mcp/operation.ts'
import { teamGate } from './mcp/team/auth.ts'
import { TEAM_ENDPOINT, TEAM_PATH } from './mcp/team/tools.ts'
import { AGENT_ENDPOINT, MCP_PATH } from './mcp/tools.ts'
import { registerMcp } from './mcp/transport.ts'
import { PUBLIC_OPERATIONS, publicGate, REST_PATH, registerRest } from './rest/routes.ts'

export type AppOptions = {
  deps: AgentDeps
  keyUses: KeyUses
  metrics: Metrics
  log: FastifyBaseLogger
  version: string
  adminToken: string | null
  oidc: OidcSettings | null
  /** Null if email is not set up. */
  mailer: Mailer | null
  /** Whether events may go to addresses of this machine and its network. */
  allowPrivateTargets: boolean
  allowedOrigins: readonly string[]
  /** Proxies whose `X-Forwarded-For` is believed; sign-in limits use the address it gives. */
  trustedProxies: readonly string[]
  rateLimitPerMinute: number | null
  rateLimitProjectPerMinute: number | null
  rateLimitAddressPerMinute: number | null
  docsFolder: string
  consoleFolder: string
  /** The public address; a function, because a port picked by the system is known only after listening. */
  baseUrl(): string
  /** Fetches documents of OAuth clients; over the network by default. */
  fetchPublic?: FetchPublic
  /** How many requests of a project are answered at once and how many wait; the usual limits by default. */
  projectLimits?: ProjectLimits
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createFramework(options)
  const queues = createProjectQueues(options.projectLimits)
  options.metrics.watchWaiting(queues.waiting)
  const forEvery = handleEveryRequest(app, options)
  registerCalls(app, options, queues, forEvery)
  servePage(app, '/openapi.json', async () => describeApi(options.baseUrl()), {})
  registerApiReference(app, options.docsFolder)
  registerDocuments(app, options.docsFolder, options.baseUrl)
  registerConsole(app, options.consoleFolder)
  return app
}

/** For sending the largest file; limitSlowBodies is stricter with everything else. */
const REQUEST_TIMEOUT_MS = 3_600_000

const createFramework = ({ log, trustedProxies }: AppOptions): FastifyInstance =>
  Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerClientError,
    http: { requireHostHeader: false }, // refuseUnusualHttp refuses it with our own body
    return503OnClosing: false, // closeConnections answers in our own form
    genReqId: ({ headers }) => requestIdOf(headers),
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    rewriteUrl: (raw) => literalPath(raw.url ?? '/'),
    routerOptions: ROUTER_OPTIONS,
    frameworkErrors: (error, request, reply) => void answerError(error, request as never, reply as never),
  })

type ForEveryRequest = { readJson: ReadJson; originAllowed: OriginRule }

/** The order matters: hooks of the same kind run in the order in which they are added. */
function handleEveryRequest(app: FastifyInstance, options: AppOptions): ForEveryRequest {
  const { deps, trustedProxies, rateLimitAddressPerMinute: addressLimit } = options
  const originAllowed = (origin: string) =>
    isAllowedOrigin(origin, [options.baseUrl(), ...options.allowedOrigins])
  findOtherMethods(app)
  followConnections(app)
  limitSlowBodies(app)
  rememberGates(app)
  const readJson = readJsonBodies(app)
  passUploads(app)
  noticeUnknownProxy(app, trustedProxies)
  refuseEncodedBodies(app)
  answerErrors(app)
  refuseUnusualHttp(app)
  headAdminAnswers(app, deps.now)
  noticeOwnWrites(app, deps.cache.invalidate)
  logRequests(app, options.metrics)
  answerPages(app, originAllowed)
  limitAddresses(app, deps.requests, addressLimit)
  closeAbandoned(app)
  closeConnections(app)
  refuseOtherMethods(app)
  return { readJson, originAllowed }
}

/**
 * What agents, the team and machines call: REST, both MCP endpoints, the admin API, accounts, and the service's own
 * state.
 */
function registerCalls(
  app: FastifyInstance,
  options: AppOptions,
  queues: ProjectQueues,
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
  const byKey = publicGate(deps, uses, rateLimit, queues)
  const ofAgents = mcpGate({ deps, uses, rateLimit, queues, byKey, metadataUrl: metadataOf(mcpUrl) })
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
