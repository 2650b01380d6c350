// Names that our side and better-auth's side agree on.

export const AUTH_PATH = '/api/auth'
export const OIDC_PROVIDER = 'oidc'
export const COOKIE_PREFIX = 'fieldnote'

/** Our own header for the caller's address: what callers send in headers of this kind is never believed. */
export const CLIENT_ADDRESS = 'x-fieldnote-client'
