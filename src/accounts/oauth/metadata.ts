// What clients read first: how an address is protected, and what the authorization server supports.
import { OAUTH_SCOPES } from '../../contract/labels.ts'
import { OAUTH_PATHS, OFFLINE } from './names.ts'

export const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource'
export const AUTHORIZATION_SERVER = '/.well-known/oauth-authorization-server'

/** For one address. Lists the scopes of that address; offline_access belongs to the authorization server. */
export const protectedResource = (baseUrl: string, resource: string, scopes: readonly string[]) => ({
  resource,
  authorization_servers: [issuerOf(baseUrl)],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Fieldnote',
})

const METHODS = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']
const SIGNATURES = ['RS256', 'PS256', 'ES256', 'EdDSA']

export const authorizationServer = (baseUrl: string) => ({
  issuer: issuerOf(baseUrl),
  authorization_endpoint: baseUrl + OAUTH_PATHS.authorize,
  token_endpoint: baseUrl + OAUTH_PATHS.token,
  registration_endpoint: baseUrl + OAUTH_PATHS.register,
  revocation_endpoint: baseUrl + OAUTH_PATHS.revoke,
  scopes_supported: [...OAUTH_SCOPES, OFFLINE],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: METHODS,
  token_endpoint_auth_signing_alg_values_supported: SIGNATURES,
  revocation_endpoint_auth_methods_supported: METHODS,
  revocation_endpoint_auth_signing_alg_values_supported: SIGNATURES,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

/** As better-auth writes it into `iss`. */
const issuerOf = (baseUrl: string): string => new URL(baseUrl).href.replace(/\/$/, '')

/** The metadata's address: the path follows the well-known part. */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource)
  return origin + PROTECTED_RESOURCE + pathname
}
