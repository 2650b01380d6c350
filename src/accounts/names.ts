// Names that our code and better-auth's configuration share.

export const AUTH_PATH = '/api/auth'
export const OIDC_PROVIDER = 'oidc'
export const COOKIE_PREFIX = 'fieldnote'

/** Our own header for the caller's address. A value sent by a caller is never used. */
export const CLIENT_ADDRESS = 'x-fieldnote-client'
