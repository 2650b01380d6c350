// Builds the HTTP application from its parts. It never listens: the entry file and the tests decide that.

import { maxHeaderSize } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { openAccounts } from './accounts/accounts.ts'
import type { OidcSettings } from './accounts/better-auth.ts'
import type { FetchPublic } from './accounts/oauth/fetch-public.ts'
import { metadataUrl } from './accounts/oauth/metadata.ts'
import { openOauth } from './accounts/oauth/oauth.ts'
import { ACCOUNT_OPERATIONS, registerAccounts } from './accounts/routes.ts'
import { ADMIN_OPERATIONS, registerAdmin } from './admin/routes.ts'
import { LIMITS } from './contract/limits.ts'
import type { Deps } from './domain/deps.ts'
import type { Mailer } from './domain/integrations/mailer.ts'
import type { KeyUses } from './domain/projects/key-uses.ts'
import { databaseAnswers } from './domain/readiness.ts'
import { closeConnections } from './http/connections.ts'
import { refuseEncodedBodies } from './http/content-encoding.ts'
import { answerPages, isAllowedOrigin } from './http/cors.ts'
import { answerError, answerErrors } from './http/errors.ts'
import { readJsonBodies } from './http/json-body.ts'
import type { Metrics } from './http/metrics.ts'
import { openApiDocument } from './http/openapi.ts'
import { OPENAPI_COMPONENTS } from './http/openapi-components.ts'
import { registerConsole } from './http/pages/console.ts'
import { registerDocs } from './http/pages/docs.ts'
import { registerDocuments } from './http/pages/documents.ts'
import { literalPath } from './http/path.ts'
import { keepAnswersPrivate } from './http/private-answers.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { registerOperations } from './http/register.ts'
import { logRequests } from './http/request-log.ts'
import { SERVICE_OPERATIONS } from './http/service-operations.ts'
import { mcpGate } from './mcp/auth.ts'
import { mcpOperation } from './mcp/operation.ts'
import { MCP_PATH, registerMcp } from './mcp/transport.ts'
import { publicGate } from './rest/auth.ts'
import { PUBLIC_OPERATIONS, REST_PATH, registerRest } from './rest/routes.ts'

export type AppOptions = {
  deps: Deps
  keyUses: KeyUses
  metrics: Metrics
  log: FastifyBaseLogger
  version: string
  adminToken: string | null
  oidc: OidcSettings | null
  /** Null: no e-mail is set up. */
  mailer: Mailer | null
  allowedOrigins: readonly string[]
  rateLimitPerMinute: number | null
  docsFolder: string
  consoleFolder: string
  /** The public address; a function, because a port picked by the system is known only after listening. */
  baseUrl(): string
  /** How documents of OAuth clients are fetched; over the network unless given. */
  fetchPublic?: FetchPublic
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, keyUses, metrics, log, baseUrl } = options
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: ({ headers }) => acceptableId(headers['x-request-id']) ?? deps.newId(),
    requestIdHeader: false,
    // A proxy in front of the service says who is calling; limits on signing in go by that address.
    trustProxy: ['loopback', 'linklocal', 'uniquelocal'],
    rewriteUrl: ({ url }) => literalPath(url ?? '/'),
    // No path is longer than the headers may be: every id is read, and refused as an id, not as a path.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    frameworkErrors: (error, request, reply) => void answerError(error, request as never, reply as never),
  })
  readJsonBodies(app)
  refuseEncodedBodies(app)
  answerErrors(app)
  keepAnswersPrivate(app)
  logRequests(app, metrics)
  const originAllowed = (origin: string) => isAllowedOrigin(origin, [baseUrl(), ...options.allowedOrigins])
  answerPages(app, originAllowed)
  closeConnections(app)

  const mcpUrl = (projectId: string) => baseUrl() + MCP_PATH.replace('{project_id}', projectId)
  const restUrl = (projectId: string) => baseUrl() + REST_PATH.replace('{project_id}', projectId)
  const rateLimit = createRateLimit(options.rateLimitPerMinute, deps.now)
  const gate = publicGate(deps, keyUses, rateLimit)
  const warn = (message: string) => log.warn(message)
  const oauth = openOauth({ deps, baseUrl, mcpUrl, warn, fetchPublic: options.fetchPublic })
  registerRest(app, gate)
  app.register((scope) =>
    registerMcp(scope, {
      gate: mcpGate({
        deps,
        uses: keyUses,
        rateLimit,
        byKey: gate,
        metadataUrl: (projectId) => (oauth.missing() ? null : metadataUrl(mcpUrl(projectId))),
      }),
      version: options.version,
      originAllowed,
    }),
  )
  const accounts = openAccounts({ deps, baseUrl, oidc: options.oidc, warn })
  const { sessionAccount } = accounts
  const { mailer, adminToken } = options
  registerAdmin(app, { deps, adminToken, mcpUrl, restUrl, baseUrl, mailer, sessionAccount })
  const oidcName = options.oidc?.name ?? null
  registerAccounts(app, { deps, accounts, oauth, oidcName, baseUrl, mailer, warn })
  const service = { metrics, databaseAnswers: () => databaseAnswers(deps) }
  registerOperations(app, async () => service, SERVICE_OPERATIONS)
  app.get('/openapi.json', async () => describeApi(baseUrl()))
  registerDocs(app, options.docsFolder)
  registerDocuments(app, options.docsFolder, baseUrl)
  registerConsole(app, options.consoleFolder)
  return app
}

/** For sending a whole request: a connection that trickles is not held open for ever. */
const REQUEST_TIMEOUT_MS = 120_000

const acceptableId = (sent: unknown): string | undefined =>
  typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : undefined

export function describeApi(baseUrl: string): Record<string, unknown> {
  return openApiDocument({
    baseUrl,
    components: OPENAPI_COMPONENTS,
    groups: [
      { operations: [...PUBLIC_OPERATIONS, mcpOperation], security: 'api_key' },
      { operations: ADMIN_OPERATIONS.filter(({ inPerson }) => !inPerson), security: 'admin' },
      { operations: ADMIN_OPERATIONS.filter(({ inPerson }) => inPerson), security: 'session' },
      { operations: ACCOUNT_OPERATIONS, security: 'guest' },
      { operations: SERVICE_OPERATIONS, security: null },
    ],
  })
}
