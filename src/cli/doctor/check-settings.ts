// Settings that are each valid but contradict each other.
import type { Config } from '../../config.ts'
import { doubtful, type Finding, ok } from './finding.ts'

const LOOPBACK = /^(127\.|localhost$|::1$|\[::1\]$)/

const isHere = (address: string): boolean => LOOPBACK.test(new URL(address).hostname)

type Doubt = [isSo: (config: Config) => boolean, says: string]

const DOUBTS: Doubt[] = [
  [
    ({ host, baseUrl }) => baseUrl === null && !LOOPBACK.test(host),
    'HOST accepts calls from other machines, but links and MCP addresses name only this one. Set BASE_URL.',
  ],
  [
    ({ baseUrl }) => baseUrl?.startsWith('http:') === true && !isHere(baseUrl),
    'BASE_URL is http: passwords and keys are sent unencrypted, and apps cannot connect by OAuth. Use a proxy with TLS and set BASE_URL to its https address.',
  ],
  [
    ({ baseUrl, trustedProxies }) => baseUrl?.startsWith('https:') === true && trustedProxies.length === 0,
    'BASE_URL is https, so there is a proxy, but TRUSTED_PROXIES does not name it: sign-in limits count everyone as one caller. Set it to the address of the proxy.',
  ],
  [
    ({ oidc, baseUrl }) => oidc !== null && baseUrl === null,
    'OIDC_ISSUER is set but BASE_URL is not: the provider sends people back to an address of this machine. Set BASE_URL.',
  ],
  [
    ({ adminToken, bootstrap }) => adminToken !== null && adminToken === bootstrap.apiKey,
    'ADMIN_TOKEN and BOOTSTRAP_API_KEY are the same: every agent with the key can do everything. Set another ADMIN_TOKEN.',
  ],
  [
    ({ logLevel }) => logLevel === 'silent' || logLevel === 'fatal',
    'LOG_LEVEL hides warnings and errors, so failures leave no trace. Set it to info or warn.',
  ],
]

export function checkSettings(config: Config): Finding[] {
  const findings = DOUBTS.filter(([isSo]) => isSo(config)).map(([, says]) => doubtful('settings', says))
  return findings.length > 0 ? findings : [ok('settings', 'none contradict each other')]
}
