// The settings: environment in, one frozen object out, or one line that says which setting is wrong.
import { isIP } from 'node:net'
import { LIMITS } from './contract/limits.ts'
import { isUuid } from './contract/validate.ts'

export type Config = Readonly<{
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  poolSize: number
  baseUrl: string | null
  adminToken: string | null
  oidc: OidcProvider | null
  bootstrap: Readonly<{ projectId: string | null; apiKey: string | null }>
  allowedOrigins: readonly string[]
  trustedProxies: readonly string[]
  rateLimitPerMinute: number | null
  rateLimitProjectPerMinute: number | null
  rateLimitAddressPerMinute: number | null
  logLevel: string
  digestThreads: number
  groupingThreshold: number | null
  embeddings: RemoteModel | null
  llm: RemoteModel | null
  mail: MailSettings | null
  allowPrivateTargets: boolean
  backupPassphrase: string | null
  backups: BackupSchedule | null
}>

/** Backups that a service makes by itself. */
type BackupSchedule = Readonly<{ folder: string; everyHours: number; keep: number; passphrase: string }>

/** How email is sent, and from whom. */
type MailSettings = Readonly<{ url: string; from: string }>

/** `name` is what the sign-in button says. */
type OidcProvider = Readonly<{
  issuer: string
  clientId: string
  clientSecret: string | null
  name: string
}>

export type RemoteModel = Readonly<{ url: string; key: string | null; model: string }>

export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Every setting with its default and meaning; `--help` prints this list. */
export const SETTINGS: readonly [name: string, fallback: string, meaning: string][] = [
  ['HOST', '127.0.0.1', 'address to listen on; 0.0.0.0 for all'],
  ['PORT', '4000', 'port to listen on; 0 picks a free one and prints it'],
  ['DATA_DIR', './data', 'folder of the embedded PostgreSQL'],
  ['DATABASE_URL', '', 'use this PostgreSQL (14 or newer) instead of the embedded one'],
  ['DATABASE_POOL_SIZE', '10', 'connections that one process opens at most, besides 6 for what agents post'],
  [
    'BASE_URL',
    '',
    'public address, as shown in MCP addresses; with https, apps can connect by OAuth; default: where it listens',
  ],
  [
    'ADMIN_TOKEN',
    '',
    `bearer token of the admin API that may do everything, ${LIMITS.adminTokenLengthMin} characters or more; default: accounts only`,
  ],
  [
    'OIDC_ISSUER',
    '',
    'OpenID Connect provider for signing in, such as https://id.example.com; default: none',
  ],
  ['OIDC_CLIENT_ID', '', 'what the provider calls this service'],
  ['OIDC_CLIENT_SECRET', '', 'its secret at the provider; without it the client is a public one'],
  ['OIDC_NAME', 'single sign-on', 'what the sign-in button calls the provider'],
  ['BOOTSTRAP_PROJECT_ID', '', 'at start, make sure that a project of this UUID exists'],
  ['BOOTSTRAP_API_KEY', '', 'at start, make sure that the project has this API key'],
  [
    'ALLOWED_ORIGINS',
    '',
    'browser origins whose pages may call REST and MCP, separated by commas; this machine and BASE_URL always may',
  ],
  [
    'TRUSTED_PROXIES',
    '',
    'addresses or ranges whose X-Forwarded-For is believed, separated by commas, such as 10.0.0.0/8 or loopback; default: nobody is',
  ],
  [
    'RATE_LIMIT_PER_MINUTE',
    '',
    'requests a minute that one API key may send, over all processes; default: no limit',
  ],
  [
    'RATE_LIMIT_PROJECT_PER_MINUTE',
    '',
    'requests a minute that all keys of one project may send together; default: no limit',
  ],
  [
    'RATE_LIMIT_ADDRESS_PER_MINUTE',
    '',
    'requests a minute from one address to REST, MCP and the admin API, whoever sends them; default: no limit',
  ],
  ['DIGEST_THREADS', '1', 'threads that digest in this process; 0 leaves that to other processes'],
  [
    'GROUPING_THRESHOLD',
    '',
    'likeness from which observations share an issue; higher makes more, smaller issues; default: built in',
  ],
  [
    'EMBEDDINGS_URL',
    '',
    'OpenAI-compatible endpoint for embeddings, such as https://host/v1; default: offline',
  ],
  ['EMBEDDINGS_KEY', '', 'its bearer key'],
  ['EMBEDDINGS_MODEL', '', 'its model'],
  ['LLM_URL', '', 'OpenAI-compatible chat endpoint that words titles and decides close calls; default: none'],
  ['LLM_KEY', '', 'its bearer key'],
  ['LLM_MODEL', '', 'its model'],
  [
    'SMTP_URL',
    '',
    'mail server for alerts, invites and password resets, such as smtps://user:password@host; default: no email',
  ],
  ['MAIL_FROM', '', 'who its mails are from, such as Fieldnote <fieldnote@example.com>'],
  [
    'ALLOW_PRIVATE_TARGETS',
    'no',
    'yes lets webhooks go to addresses of this machine and its network; no: to public ones only',
  ],
  [
    'BACKUP_PASSPHRASE',
    '',
    `what backups are encrypted with, ${LIMITS.backupPassphraseLengthMin} characters or more; default: each gets its own, printed once`,
  ],
  ['BACKUP_FOLDER', '', 'folder that the service puts backups into, by the clock; default: no schedule'],
  ['BACKUP_EVERY_HOURS', '24', 'hours from one of these to the next'],
  ['BACKUP_KEEP', '7', 'how many of these stay'],
  ['LOG_LEVEL', 'info', LOG_LEVELS.join(', ')],
]

export function loadConfig(env: Record<string, string | undefined>): Config {
  const read = (name: string): string | null =>
    env[name]?.trim() || SETTINGS.find(([known]) => known === name)?.[1] || null
  const text = (name: string): string => read(name) ?? ''
  const backupPassphrase = longEnough(
    'BACKUP_PASSPHRASE',
    read('BACKUP_PASSPHRASE'),
    LIMITS.backupPassphraseLengthMin,
  )
  return Object.freeze({
    host: text('HOST'),
    port: whole('PORT', text('PORT'), 0, 65_535),
    dataDir: text('DATA_DIR'),
    databaseUrl: databaseUrl(read('DATABASE_URL')),
    poolSize: whole('DATABASE_POOL_SIZE', text('DATABASE_POOL_SIZE'), 1, 1_000),
    baseUrl: baseUrl(read('BASE_URL')),
    adminToken: longEnough('ADMIN_TOKEN', read('ADMIN_TOKEN'), LIMITS.adminTokenLengthMin),
    oidc: oidcProvider(read),
    bootstrap: bootstrap(read('BOOTSTRAP_PROJECT_ID'), read('BOOTSTRAP_API_KEY')),
    allowedOrigins: Object.freeze(listed(text('ALLOWED_ORIGINS')).map(origin)),
    trustedProxies: Object.freeze(listed(text('TRUSTED_PROXIES')).map(proxy)),
    rateLimitPerMinute: perMinute('RATE_LIMIT_PER_MINUTE', read),
    rateLimitProjectPerMinute: perMinute('RATE_LIMIT_PROJECT_PER_MINUTE', read),
    rateLimitAddressPerMinute: perMinute('RATE_LIMIT_ADDRESS_PER_MINUTE', read),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL'), LOG_LEVELS),
    digestThreads: whole('DIGEST_THREADS', text('DIGEST_THREADS'), 0, 64),
    groupingThreshold: optionalNumber('GROUPING_THRESHOLD', read('GROUPING_THRESHOLD'), 0, 1),
    embeddings: remoteModel('EMBEDDINGS', read),
    llm: remoteModel('LLM', read),
    mail: mailSettings(read('SMTP_URL'), read('MAIL_FROM')),
    allowPrivateTargets:
      oneOf('ALLOW_PRIVATE_TARGETS', text('ALLOW_PRIVATE_TARGETS'), ['yes', 'no']) === 'yes',
    backupPassphrase,
    backups: backupSchedule(read, backupPassphrase),
  })
}

function whole(name: string, value: string, least: number, most: number): number {
  if (/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value)
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`)
}

function perMinute(name: string, read: (name: string) => string | null): number | null {
  const value = read(name)
  return value === null ? null : whole(name, value, 1, LIMITS.requestsPerMinute)
}

function optionalNumber(name: string, value: string | null, least: number, most: number): number | null {
  if (value === null) return null
  if (/^\d+(\.\d+)?$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value)
  throw new ConfigError(`${name} must be a number from ${least} to ${most}, not "${value}".`)
}

function oneOf(name: string, value: string, known: readonly string[]): string {
  if (known.includes(value)) return value
  throw new ConfigError(`${name} must be one of ${known.join(', ')}, not "${value}".`)
}

function databaseUrl(value: string | null): string | null {
  if (value === null || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))) return value
  throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
}

function baseUrl(value: string | null): string | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new ConfigError('BASE_URL must be an http or https address such as https://notes.example.com.')
  if (!/^\/*$/.test(url.pathname) || url.search || url.hash)
    throw new ConfigError(
      `BASE_URL must be the address of a whole host, such as ${url.origin}, without the path that follows: give Fieldnote a host name of its own.`,
    )
  return url.origin
}

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Ranges that Fastify knows by name. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal']

function proxy(value: string): string {
  const [address = '', bits, ...more] = value.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  if (NAMED_RANGES.includes(value) || (most > 0 && isRange && more.length === 0)) return value
  throw new ConfigError(
    `TRUSTED_PROXIES must hold addresses, ranges such as 10.0.0.0/8, or ${NAMED_RANGES.join(', ')}, not "${value}".`,
  )
}

function origin(value: string): string {
  if (URL.canParse(value) && new URL(value).origin !== 'null') return value
  throw new ConfigError(
    `ALLOWED_ORIGINS must hold addresses such as https://app.example.com, not "${value}".`,
  )
}

function bootstrap(projectId: string | null, apiKey: string | null): Config['bootstrap'] {
  if (projectId !== null && !isUuid(projectId))
    throw new ConfigError(`BOOTSTRAP_PROJECT_ID must be a UUID, not "${projectId}".`)
  if (apiKey !== null && projectId === null)
    throw new ConfigError(
      'BOOTSTRAP_API_KEY needs BOOTSTRAP_PROJECT_ID: the project that the key belongs to.',
    )
  return Object.freeze({
    projectId: projectId?.toLowerCase() ?? null,
    apiKey: printable('BOOTSTRAP_API_KEY', apiKey),
  })
}

/** It opens everything, and whoever can reach the service, or has the file, may guess at it. */
function longEnough(name: string, value: string | null, least: number): string | null {
  const secret = printable(name, value)
  if (secret === null || secret.length >= least) return secret
  throw new ConfigError(
    `${name} must have ${least} characters or more: \`openssl rand -hex 32\` makes a good one.`,
  )
}

function backupSchedule(
  read: (name: string) => string | null,
  passphrase: string | null,
): BackupSchedule | null {
  const folder = read('BACKUP_FOLDER')
  const everyHours = whole('BACKUP_EVERY_HOURS', read('BACKUP_EVERY_HOURS') ?? '', 1, 8_760)
  const keep = whole('BACKUP_KEEP', read('BACKUP_KEEP') ?? '', 1, 10_000)
  if (folder === null) return null
  if (passphrase === null)
    throw new ConfigError(
      'BACKUP_FOLDER needs BACKUP_PASSPHRASE: `openssl rand -hex 32` makes a good one. Keep it where the backups are not.',
    )
  return Object.freeze({ folder, everyHours, keep, passphrase })
}

function printable(name: string, value: string | null): string | null {
  if (value === null || /^[\x21-\x7e]+$/.test(value)) return value
  throw new ConfigError(`${name} must be printable ASCII characters without spaces.`)
}

function oidcProvider(read: (name: string) => string | null): OidcProvider | null {
  const [issuer, clientId] = [read('OIDC_ISSUER'), read('OIDC_CLIENT_ID')]
  if (!issuer && !clientId) return null
  if (!issuer || !clientId)
    throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID go together: set both or neither.')
  if (!URL.canParse(issuer) || !/^https?:/.test(issuer))
    throw new ConfigError(`OIDC_ISSUER must be an http or https address, not "${issuer}".`)
  return Object.freeze({
    issuer: issuer.replace(/\/+$/, ''),
    clientId,
    clientSecret: read('OIDC_CLIENT_SECRET'),
    name: read('OIDC_NAME') ?? '',
  })
}

function mailSettings(url: string | null, from: string | null): MailSettings | null {
  if (!url && !from) return null
  if (!url || !from) throw new ConfigError('SMTP_URL and MAIL_FROM go together: set both or neither.')
  if (!URL.canParse(url) || !/^smtps?:/.test(url))
    throw new ConfigError('SMTP_URL must look like smtp://user:password@host:587 or smtps://host.')
  if (!/^[^\r\n]*@[^\r\n]+$/.test(from))
    throw new ConfigError(`MAIL_FROM must hold an email address, not "${from}".`)
  return Object.freeze({ url, from })
}

function remoteModel(prefix: string, read: (name: string) => string | null): RemoteModel | null {
  const [url, key, model] = ['URL', 'KEY', 'MODEL'].map((part) => read(`${prefix}_${part}`)) as (
    | string
    | null
  )[]
  if (!url && !model) return null
  if (!url || !model)
    throw new ConfigError(`${prefix}_URL and ${prefix}_MODEL go together: set both or neither.`)
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new ConfigError(`${prefix}_URL must be an http or https address, not "${url}".`)
  return Object.freeze({ url, key: key ?? null, model })
}
