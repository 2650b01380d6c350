// The settings: reads the environment into one frozen object, or says in one line which setting is wrong.
import { isIP } from 'node:net'
import { LIMITS } from './contract/limits.ts'
import { LOG_LEVELS, SETTINGS } from './contract/settings.ts'
import { isUuid } from './contract/validate.ts'

export type Config = Readonly<{
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  poolSize: number
  connectSeconds: number
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

/** Scheduled backups. */
type BackupSchedule = Readonly<{ folder: string; everyHours: number; keep: number; passphrase: string }>

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
    connectSeconds: whole('DATABASE_CONNECT_SECONDS', text('DATABASE_CONNECT_SECONDS'), 1, 600),
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
    allowPrivateTargets: yesOrNo('ALLOW_PRIVATE_TARGETS', text('ALLOW_PRIVATE_TARGETS')),
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

const yesOrNo = (name: string, value: string): boolean =>
  ['yes', 'true'].includes(oneOf(name, value, ['yes', 'no', 'true', 'false']))

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
      `BASE_URL must be the address of a whole host, such as ${url.origin}, without a path: give Fieldnote its own host name.`,
    )
  return url.origin
}

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Named ranges of Fastify. */
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

/** For secrets that anyone who reaches the service, or has a backup file, can try to guess. */
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
      'BACKUP_FOLDER needs BACKUP_PASSPHRASE: `openssl rand -hex 32` makes a good one. Keep it apart from the backups.',
    )
  return Object.freeze({ folder, everyHours, keep, passphrase })
}

function printable(name: string, value: string | null): string | null {
  if (value === null || /^[\x21-\x7e]+$/.test(value)) return value
  throw new ConfigError(`${name} must be printable ASCII characters without spaces.`)
}

function oidcProvider(read: (name: string) => string | null): OidcProvider | null {
  const [issuer, clientId] = [read('OIDC_ISSUER'), read('OIDC_CLIENT_ID')]
  const clientSecret = read('OIDC_CLIENT_SECRET')
  if (!issuer && !clientId) return refuseAlone('OIDC_CLIENT_SECRET', clientSecret, 'OIDC_ISSUER')
  if (!issuer || !clientId)
    throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID go together: set both or neither.')
  if (!URL.canParse(issuer) || !/^https?:/.test(issuer))
    throw new ConfigError(`OIDC_ISSUER must be an http or https address, not "${issuer}".`)
  return Object.freeze({
    issuer: issuer.replace(/(?<!\/)\/+$/, ''),
    clientId,
    clientSecret,
    name: read('OIDC_NAME') ?? '',
  })
}

/** A secret alone means that the other setting was mistyped or forgotten. */
function refuseAlone(name: string, secret: string | null, needed: string): null {
  if (secret === null) return null
  throw new ConfigError(`${name} is set but ${needed} is not, so it has no effect: set both or neither.`)
}

function mailSettings(url: string | null, from: string | null): MailSettings | null {
  if (!url && !from) return null
  if (!url || !from) throw new ConfigError('SMTP_URL and MAIL_FROM go together: set both or neither.')
  if (!URL.canParse(url) || !/^smtps?:/.test(url))
    throw new ConfigError('SMTP_URL must look like smtp://user:password@host:587 or smtps://host.')
  if (!/^[^\r\n@]*@[^\r\n]+$/.test(from))
    throw new ConfigError(`MAIL_FROM must hold an email address, not "${from}".`)
  return Object.freeze({ url, from })
}

function remoteModel(prefix: string, read: (name: string) => string | null): RemoteModel | null {
  const [url, key, model] = [read(`${prefix}_URL`), read(`${prefix}_KEY`), read(`${prefix}_MODEL`)]
  if (!url && !model) return refuseAlone(`${prefix}_KEY`, key, `${prefix}_URL`)
  if (!url || !model)
    throw new ConfigError(`${prefix}_URL and ${prefix}_MODEL go together: set both or neither.`)
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new ConfigError(`${prefix}_URL must be an http or https address, not "${url}".`)
  return Object.freeze({ url, key, model })
}
