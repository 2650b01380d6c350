// better-auth's tables under our names, created by src/db/migrations/0001-0049/0003_accounts.sql.

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' }
const EXPIRES = { expiresAt: 'expires_at' }
const USER = { userId: 'user_id' }

export const MODELS = {
  user: { modelName: 'account_user', fields: { ...TIMES, emailVerified: 'email_verified' } },
  session: {
    modelName: 'account_session',
    fields: { ...TIMES, ...EXPIRES, ...USER, ipAddress: 'ip_address', userAgent: 'user_agent' },
  },
  account: {
    modelName: 'account_login',
    fields: {
      ...TIMES,
      ...USER,
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: { modelName: 'account_verification', fields: { ...TIMES, ...EXPIRES } },
  rateLimit: { modelName: 'account_rate_limit', fields: { lastRequest: 'last_request' } },
}
