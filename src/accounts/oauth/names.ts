// Names that our side and the OAuth provider's side agree on.

/** A page of the console; it also shows what is wrong with a request. */
export const CONSENT_PAGE = '/consent'

/** Asks for a refresh token. */
export const OFFLINE = 'offline_access'

export const OAUTH_PATHS = {
  authorize: '/oauth2/authorize',
  token: '/oauth2/token',
  register: '/oauth2/register',
  revoke: '/oauth2/revoke',
} as const
