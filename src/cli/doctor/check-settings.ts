// Settings that are right each by itself, and contradict each other.
import type { Config } from '../../config.ts'
import { doubtful, type Finding, ok } from './finding.ts'

const LOOPBACK = /^(127\.|localhost$|::1$|\[::1\]$)/

const isHere = (address: string): boolean => LOOPBACK.test(new URL(address).hostname)

type Doubt = [isSo: (config: Config) => boolean, says: string]

const DOUBTS: Doubt[] = [
  [
    ({ host, baseUrl }) => baseUrl === null && !LOOPBACK.test(host),
    'HOST lets others in, and BASE_URL does not say by what address: links and MCP addresses name this machine only. Set BASE_URL.',
  ],
  [
    ({ baseUrl }) => baseUrl?.startsWith('http:') === true && !isHere(baseUrl),
    'BASE_URL is http: passwords and keys travel in the clear, and apps cannot connect by OAuth. Put a proxy with TLS in front and set BASE_URL to its https address.',
  ],
  [
    ({ baseUrl, trustedProxies }) => baseUrl?.startsWith('https:') === true && trustedProxies.length === 0,
    'BASE_URL is https, so a proxy stands in front, and TRUSTED_PROXIES does not name it: sign-in limits count everybody as one caller. Set it to the address of the proxy.',
  ],
  [
    ({ oidc, baseUrl }) => oidc !== null && baseUrl === null,
    'OIDC_ISSUER is set and BASE_URL is not: the provider sends people back to an address of this machine. Set BASE_URL.',
  ],
  [
    ({ adminToken, bootstrap }) => adminToken !== null && adminToken === bootstrap.apiKey,
    'ADMIN_TOKEN and BOOTSTRAP_API_KEY are the same: every agent that has the key may do everything. Set another ADMIN_TOKEN.',
  ],
  [
    ({ logLevel }) => logLevel === 'silent' || logLevel === 'fatal',
    'LOG_LEVEL leaves out warnings and errors: nobody will see why something failed. Set it to info or warn.',
  ],
]

export function checkSettings(config: Config): Finding[] {
  const found = DOUBTS.filter(([isSo]) => isSo(config)).map(([, says]) => doubtful('settings', says))
  return found.length > 0 ? found : [ok('settings', 'no two of them contradict each other')]
}
