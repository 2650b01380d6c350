// better-auth's OAuth provider as we use it, on the sessions of ../better-auth.ts. Loaded late, too. Access tokens are
// opaque and looked up on each request, so that revoking takes effect at once.
import { getOAuthProviderState, oauthProvider } from '@better-auth/oauth-provider'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { OAUTH_SCOPES } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { OAUTH_PREFIXES } from '../../domain/accounts/authenticate-oauth-token.ts'
import type { Deps } from '../../domain/deps.ts'
import { hashedSessions } from '../hashed-sessions.ts'
import { MODELS } from '../models.ts'
import { CLIENT_ADDRESS, COOKIE_PREFIX } from '../names.ts'
import { clientDocuments } from './client-documents.ts'
import type { FetchPublic } from './fetch-public.ts'
import { CONSENT_PAGE, OFFLINE } from './names.ts'
import { projectOf } from './resources.ts'

const MINUTE = 60 // seconds, like everything in better-auth
const DAY = 86_400
const CODE_MINUTES = 10
const RETRY_SECONDS = 30 // a refresh may be repeated for this long, in case its answer was lost

export type OauthProvider = ReturnType<typeof createOauthProvider>

export type OauthProviderOptions = {
  deps: Deps
  baseUrl: string
  secret: string
  fetchPublic: FetchPublic
  warn(message: string): void
}

export function createOauthProvider({ deps, baseUrl, secret, fetchPublic, warn }: OauthProviderOptions) {
  return betterAuth({
    appName: 'Fieldnote',
    // The issuer is the public address itself, where clients look for its metadata first.
    baseURL: baseUrl,
    basePath: '/',
    secret,
    database: hashedSessions(deps.db),
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (_level, message) => warn(message) },
    onAPIError: { throw: true, errorURL: baseUrl + CONSENT_PAGE },
    ...MODELS,
    rateLimit: { ...MODELS.rateLimit, ...RATE_LIMITS },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      database: { generateId: () => deps.newId(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
    },
    plugins: [provider(baseUrl, fetchPublic)],
  })
}

function provider(baseUrl: string, fetchPublic: FetchPublic): BetterAuthPlugin {
  const page = baseUrl + CONSENT_PAGE
  const plugin = oauthProvider({
    schema: OAUTH_TABLES,
    scopes: [...OAUTH_SCOPES, OFFLINE],
    grantTypes: ['authorization_code', 'refresh_token'],
    loginPage: page,
    consentPage: page,
    // One consent per project: consent for one says nothing about another.
    postLogin: { page: page, shouldRedirect: () => false, consentReferenceId: askedProject },
    disableJwtPlugin: true,
    prefix: {
      opaqueAccessToken: OAUTH_PREFIXES.accessToken,
      refreshToken: OAUTH_PREFIXES.refreshToken,
      clientSecret: OAUTH_PREFIXES.clientSecret,
    },
    codeExpiresIn: CODE_MINUTES * MINUTE,
    accessTokenExpiresIn: LIMITS.oauthAccessMinutes * MINUTE,
    refreshTokenExpiresIn: LIMITS.oauthRefreshDays * DAY,
    refreshTokenReuseInterval: RETRY_SECONDS,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    // Any client may ask for any project; the member decides.
    enforcePerClientResources: false,
    extensions: [{ clientDiscovery: clientDocuments(fetchPublic) }],
    rateLimit: { token: PER_ADDRESS, authorize: PER_ADDRESS, revoke: PER_ADDRESS, register: REGISTRATIONS },
  })
  // Its types are incompatible with exactOptionalPropertyTypes.
  return plugin as unknown as BetterAuthPlugin
}

/** Hosts such as claude.ai send everyone's requests from a few addresses. */
const PER_ADDRESS = { window: MINUTE, max: 600 }
const REGISTRATIONS = { window: MINUTE, max: 60 }

const RATE_LIMITS = { enabled: true, storage: 'database' as const, window: MINUTE, max: 600 }

async function askedProject(): Promise<string | undefined> {
  const state = await getOAuthProviderState()
  return projectOf(new URLSearchParams(state?.query).get('resource')) ?? undefined
}

const FIELDS = {
  oauthClient:
    'clientId clientSecret clientDiscoveryId disabled skipConsent enableEndSession subjectType scopes clientCredentialsScopes userId createdAt updatedAt name uri icon contacts tos policy softwareId softwareVersion softwareStatement redirectUris postLogoutRedirectUris backchannelLogoutUri backchannelLogoutSessionRequired tokenEndpointAuthMethod applicationType jwks jwksUri grantTypes responseTypes requirePKCE dpopBoundAccessTokens referenceId metadata',
  oauthResource:
    'identifier name accessTokenTtl refreshTokenTtl signingAlgorithm signingKeyId allowedScopes customClaims dpopBoundAccessTokensRequired disabled createdAt updatedAt policyVersion metadata',
  oauthRefreshToken:
    'token clientId sessionId userId referenceId authorizationCodeId resources requestedUserInfoClaims expiresAt createdAt revoked rotatedAt rotationReplayResponse rotationReplayExpiresAt authTime confirmation scopes',
  oauthAccessToken:
    'token clientId sessionId userId referenceId authorizationCodeId resources requestedUserInfoClaims refreshId expiresAt createdAt revoked confirmation scopes',
  oauthConsent: 'clientId userId referenceId resources requestedUserInfoClaims scopes createdAt updatedAt',
  oauthClientAssertion: 'expiresAt',
}

/** requirePKCE is require_pkce. */
const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`)

const table = ([model, fields]: [string, string]) => [
  model,
  {
    modelName: snakeCase(model),
    fields: Object.fromEntries(fields.split(' ').map((field) => [field, snakeCase(field)])),
  },
]

/** The OAuth provider's tables under our names, created by src/db/migrations/0001-0049/0020_oauth.sql. */
const OAUTH_TABLES = Object.fromEntries(Object.entries(FIELDS).map(table))
