// Adapts clients' requests: addresses of projects become internal names, unknown scopes are dropped, and what MCP
// clients are known to omit is added.
import { OAUTH_SCOPES, type OauthScope } from '../../contract/labels.ts'
import { OFFLINE } from './names.ts'
import type { Oauth } from './oauth.ts'
import { knownResources } from './resources.ts'

type Addresses = Pick<Oauth, 'baseUrl' | 'mcpUrl' | 'teamUrl'>

/** The known scopes of a scope parameter; the agents' scope by default. */
export function askedScopes(scope: string | null, otherwise: OauthScope = 'agent'): OauthScope[] {
  const known = knownScopes(scope)
  return known.length > 0 ? known : [otherwise]
}

const knownScopes = (scope: string | null): OauthScope[] =>
  OAUTH_SCOPES.filter((each) => scope?.split(' ').includes(each))

/** The provider's own parameters, which nobody else may set, and those of features we do not offer. */
const NOT_PASSED = [
  'sig',
  'exp',
  'ba_iat',
  'ba_pl',
  'ba_param',
  'dpop_jkt',
  'claims',
  'request',
  'request_uri',
]

/**
 * An authorization request. The member is asked each time, because any program on their computer could use another's
 * name.
 */
export function preparedRequest(sent: URLSearchParams, addresses: Addresses): URLSearchParams {
  const query = withResource(sent, addresses)
  for (const name of NOT_PASSED) query.delete(name)
  // Most clients ask for the scopes that the resource lists, which must not include this one, and expect to stay
  // connected.
  const otherwise = asksForTeam(sent, addresses) ? 'team:read' : 'agent'
  query.set('scope', [...askedScopes(sent.get('scope'), otherwise), OFFLINE].join(' '))
  query.set('prompt', 'consent')
  return query
}

/** Whether it names the team's address. */
function asksForTeam(sent: URLSearchParams, { teamUrl }: Addresses): boolean {
  const team = teamUrl('')
  return sent.getAll('resource').some((resource) => resource.startsWith(team.replace(/(?<!\/)\/+$/, '/')))
}

/** A token request. */
export function preparedForm(sent: URLSearchParams, addresses: Addresses): URLSearchParams {
  const form = withResource(sent, addresses)
  const known = knownScopes(form.get('scope'))
  if (known.length > 0) form.set('scope', [...known, OFFLINE].join(' '))
  else form.delete('scope') // keeps the granted scopes
  return form
}

function withResource(sent: URLSearchParams, { baseUrl, mcpUrl, teamUrl }: Addresses): URLSearchParams {
  const prepared = new URLSearchParams(sent)
  prepared.delete('resource')
  for (const resource of knownResources(sent.getAll('resource').filter(Boolean), {
    baseUrl: baseUrl(),
    mcpUrls: (projectId) => [mcpUrl(projectId), teamUrl(projectId)],
  }))
    prepared.append('resource', resource)
  return prepared
}

export type Registration = { body: Record<string, unknown>; privateUris: string[] }

/** The fields we use of a registration; others, such as a logo's address, are ignored. */
const TAKEN = [
  'client_name',
  'redirect_uris',
  'token_endpoint_auth_method',
  'jwks',
  'software_id',
  'software_version',
]

/**
 * A registration. Clients on the member's computer rarely declare it and would be refused. Their private schemes
 * (`cursor://…`) are in no standard, so they are withheld from the provider and added afterwards.
 */
export function preparedRegistration(sent: unknown): Registration {
  const given = (sent !== null && typeof sent === 'object' ? sent : {}) as Record<string, unknown>
  const body = Object.fromEntries(TAKEN.filter((name) => name in given).map((name) => [name, given[name]]))
  const uris = Array.isArray(given.redirect_uris) ? given.redirect_uris : []
  const privateUris = uris.filter(isPrivateScheme)
  const others = uris.filter((uri) => !isPrivateScheme(uri))
  const local = others.length < uris.length || others.some((uri) => /^http:/i.test(String(uri)))
  if (uris.length > 0) body.redirect_uris = others.length > 0 ? others : [PLACEHOLDER]
  return {
    body: {
      ...body,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: local ? 'native' : 'web',
    },
    privateUris,
  }
}

const PLACEHOLDER = 'http://127.0.0.1/'

/** Schemes that run something, or that belong to a browser, a system or a standard. */
const REFUSED_SCHEMES = new Set(
  (
    'http https ws wss ftp ftps sftp ssh telnet gopher file nfs smb afp ldap ldaps git svn rsync rtsp mms news nntp imap pop ' +
    'mailto tel sms callto sip sips xmpp irc facetime facetime-audio geo maps webcal feed magnet market steam apt help hcp ' +
    'javascript vbscript livescript data blob filesystem about view-source jar wyciwyg resource res mk mhtml cid mid urn tag ' +
    'intent android-app chrome edge brave opera moz-extension search shell cmd powershell vnc rdp'
  ).split(' '),
)
const REFUSED_FAMILIES = /^(?:ms-|chrome-|itms|x-apple|search-ms|web\+)/

/**
 * An app's own scheme has a path, which opens nothing by itself; schemes that only name something (`jar:…`,
 * `ms-settings:…`) have none.
 */
function isPrivateScheme(uri: unknown): uri is string {
  if (typeof uri !== 'string' || !URL.canParse(uri) || uri.includes('#')) return false
  const { protocol } = new URL(uri)
  const scheme = protocol.slice(0, -1)
  if (REFUSED_SCHEMES.has(scheme) || REFUSED_FAMILIES.test(scheme)) return false
  return uri.trim().slice(protocol.length).startsWith('/')
}
