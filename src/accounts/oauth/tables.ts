// The OAuth provider's tables under our names, created by src/db/migrations/0001-0049/0020_oauth.sql.

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

export const OAUTH_TABLES = Object.fromEntries(Object.entries(FIELDS).map(table))
