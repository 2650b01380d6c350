// Names that our code and the OAuth provider's configuration share.

/** A console page that also shows what is wrong with a request. */
export const CONSENT_PAGE = '/consent'

/** Requests a refresh token. */
export const OFFLINE = 'offline_access'

export const OAUTH_PATHS = {
  authorize: '/oauth2/authorize',
  token: '/oauth2/token',
  register: '/oauth2/register',
  revoke: '/oauth2/revoke',
} as const
