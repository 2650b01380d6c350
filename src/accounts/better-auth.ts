// better-auth as we use it: email and password, optionally OIDC; sessions and limits in our database. Loaded late.
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { hashPassword } from 'better-auth/crypto'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { LIMITS } from '../contract/limits.ts'
import { deleteUnprovenAccess, isDisabled } from '../db/accounts/accounts.ts'
import { anyInviteOf } from '../db/projects/project-invites.ts'
import type { Deps } from '../domain/deps.ts'
import { joinByEmail } from '../domain/projects/accept-invite.ts'
import { hashedSessions } from './hashed-sessions.ts'
import { MODELS } from './models.ts'
import { AUTH_PATH, CLIENT_ADDRESS, COOKIE_PREFIX, OIDC_PROVIDER } from './names.ts'

export { hashPassword }

const DAY = 86_400 // seconds, like everything in better-auth
const SESSION_DAYS = 14

export type OidcSettings = { issuer: string; clientId: string; clientSecret: string | null; name: string }

export type AuthOptions = {
  deps: Deps
  baseUrl: string
  secret: string
  oidc: OidcSettings | null
  warn(message: string): void
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth(options: AuthOptions) {
  const { deps, baseUrl, secret, warn } = options
  return betterAuth({
    appName: 'Fieldnote',
    baseURL: baseUrl + AUTH_PATH,
    secret,
    database: hashedSessions(deps.db),
    telemetry: { enabled: false },
    // The arguments it logs may contain emails; the message is enough.
    logger: { level: 'warn', log: (_level, message) => warn(message) },
    onAPIError: { throw: true, errorURL: `${baseUrl}/sign-in` },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: LIMITS.passwordLengthMin,
      maxPasswordLength: LIMITS.passwordLengthMax,
    },
    ...MODELS,
    session: { ...MODELS.session, expiresIn: SESSION_DAYS * DAY, updateAge: DAY },
    account: { ...MODELS.account, accountLinking: { requireLocalEmailVerified: false } },
    user: {
      ...MODELS.user,
      additionalFields: {
        disabledAt: { type: 'date', required: false, input: false, fieldName: 'disabled_at' },
      },
      validateUserInfo: ({ user, source }) => judgeNewcomer(deps, user, source.action),
    },
    rateLimit: { ...MODELS.rateLimit, ...RATE_LIMITS },
    databaseHooks: {
      session: { create: { before: ({ userId }) => refuseDisabled(deps, userId) } },
      user: { create: { after: (user) => joinByEmail(deps, user) } },
      // Someone who proves an email takes the account over from someone who only claimed it.
      account: { create: { before: ({ userId }) => deleteUnprovenAccess(deps.db, userId) } },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      database: { generateId: () => deps.newId(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
    },
    plugins: options.oidc ? [genericOAuth({ config: [provider(options.oidc)] })] : [],
  })
}

/** In the database, so that the limits apply over all processes. */
const RATE_LIMITS = {
  enabled: true,
  storage: 'database' as const,
  window: 60,
  max: 300,
  customRules: {
    // Counted in limit-guesses.ts: this rule would lock out an owner whose browser is known.
    '/sign-in/email': false as const,
    '/sign-in/social': { window: 60, max: 30 },
    '/change-password': { window: 60, max: 10 },
  },
}

const provider = ({ issuer, clientId, clientSecret }: OidcSettings) => ({
  providerId: OIDC_PROVIDER,
  discoveryUrl: `${issuer}/.well-known/openid-configuration`,
  clientId,
  ...(clientSecret !== null && { clientSecret }),
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  requireIdTokenVerification: true,
})

/** Applies to passwords, OIDC and links. */
async function refuseDisabled({ db }: Deps, accountId: string): Promise<void> {
  if (await isDisabled(db, accountId)) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_DISABLED' })
}

type Incoming = { email?: string; emailVerified?: boolean }

/** A new person is admitted only if an invite names an email that the provider has verified. */
async function judgeNewcomer({ db, now }: Deps, user: Incoming, action: string) {
  if (action !== 'create-user') return
  if (!user.emailVerified) return { error: 'email_not_verified' }
  if (!(await anyInviteOf(db, user.email?.toLowerCase() ?? '', now()))) return { error: 'not_invited' }
}
