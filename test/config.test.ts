import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { settingsHelp } from '../src/cli/settings-help.ts'
import { ConfigError, loadConfig } from '../src/config.ts'
import { SETTINGS } from '../src/contract/settings.ts'

describe('settings', () => {
  it('all have a default', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      dataDir: './data',
      databaseUrl: null,
      poolSize: 10,
      connectSeconds: 5,
      baseUrl: null,
      adminToken: null,
      oidc: null,
      bootstrap: { projectId: null, apiKey: null },
      allowedOrigins: [],
      trustedProxies: [],
      rateLimitPerMinute: null,
      rateLimitProjectPerMinute: null,
      rateLimitAddressPerMinute: null,
      logLevel: 'info',
      digestThreads: 1,
      groupingThreshold: null,
      embeddings: null,
      llm: null,
      mail: null,
      allowPrivateTargets: false,
      backupPassphrase: null,
      backups: null,
    })
  })

  it('that are empty or blank count as not set', () => {
    const empty = Object.fromEntries(SETTINGS.map(([name], index) => [name, index % 2 ? '' : '  ']))

    expect(loadConfig(empty)).toEqual(loadConfig({}))
  })

  it('are frozen', () => {
    const config = loadConfig({ ALLOWED_ORIGINS: 'https://a.example' })

    for (const part of [config, config.bootstrap, config.allowedOrigins])
      expect(Object.isFrozen(part)).toBe(true)
  })

  it.each([
    ['yes', true],
    ['true', true],
    ['no', false],
    ['false', false],
  ])('take %s for ALLOW_PRIVATE_TARGETS', (said, allowed) => {
    expect(loadConfig({ ALLOW_PRIVATE_TARGETS: said }).allowPrivateTargets).toBe(allowed)
  })

  it('are read from the environment', () => {
    const config = loadConfig({
      PORT: '0',
      DATABASE_URL: 'postgresql://me:secret@db:5433/fieldnote?host=%2Frun%2Fpg',
      BASE_URL: 'https://notes.example//',
      BOOTSTRAP_PROJECT_ID: '5F2B6C1E-3D0A-4A77-9C55-8F1F2E3D4C5B',
      BOOTSTRAP_API_KEY: 'key',
      ALLOWED_ORIGINS: ' https://a.example , http://localhost:3000,',
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,192.0.2.7, 2001:db8::/32',
      ADMIN_TOKEN: 'sixteen-letters!',
    })

    expect(config).toMatchObject({
      port: 0,
      databaseUrl: 'postgresql://me:secret@db:5433/fieldnote?host=%2Frun%2Fpg',
      baseUrl: 'https://notes.example',
      bootstrap: { projectId: '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b', apiKey: 'key' },
      allowedOrigins: ['https://a.example', 'http://localhost:3000'],
      trustedProxies: ['loopback', '10.0.0.0/8', '192.0.2.7', '2001:db8::/32'],
      adminToken: 'sixteen-letters!',
    })
  })

  it.each([
    ['yes', true],
    ['true', true],
    ['no', false],
    ['false', false],
  ])('ALLOW_PRIVATE_TARGETS is %s', (value, allowed) => {
    expect(loadConfig({ ALLOW_PRIVATE_TARGETS: value }).allowPrivateTargets).toBe(allowed)
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '4000.5'],
    ['PORT', '0x10'],
    ['DATABASE_URL', 'mysql://db/fieldnote'],
    ['DATABASE_URL', 'db.example/fieldnote'],
    ['DATABASE_URL', 'postgres://me:hush@db:99999/fieldnote'],
    ['DATABASE_URL', 'postgres://me:hush@/fieldnote'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', '1001'],
    ['DATABASE_CONNECT_SECONDS', '0'],
    ['DATABASE_CONNECT_SECONDS', '601'],
    ['BASE_URL', 'fieldnote.example'],
    ['BASE_URL', 'ftp://fieldnote.example'],
    ['BASE_URL', 'https://'],
    ['BASE_URL', 'https://notes.example/fieldnote'],
    ['BASE_URL', 'https://notes.example/?a=b'],
    ['BASE_URL', 'https://me:hush@notes.example'],
    ['ADMIN_TOKEN', 'hush hush'],
    ['ADMIN_TOKEN', 'hüsh'],
    ['ADMIN_TOKEN', 'hush-15-letters'],
    ['TRUSTED_PROXIES', 'true'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/'],
    ['OIDC_ISSUER', 'https://id.example.com'],
    ['OIDC_CLIENT_SECRET', 'hush'],
    ['EMBEDDINGS_KEY', 'hush'],
    ['LLM_KEY', 'hush'],
    ['BOOTSTRAP_PROJECT_ID', 'my-project'],
    ['BOOTSTRAP_API_KEY', 'hush'],
    ['ALLOWED_ORIGINS', 'https://a.example,b.example'],
    ['ALLOWED_ORIGINS', 'null'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['RATE_LIMIT_PER_MINUTE', 'many'],
    ['LOG_LEVEL', 'loud'],
  ])('refuse %s=%s in one line that names the setting and keeps secrets', (name, value) => {
    const load = () => loadConfig({ [name]: value })

    expect(load).toThrow(ConfigError)
    expect(load).toThrow(new RegExp(`^${name} .+\\.$`))
    expect(load).not.toThrow(/hush|hüsh/)
  })
})

const OPERATIONS = readFileSync(fileURLToPath(new URL('../docs/run/configure.md', import.meta.url)), 'utf8')

/** The rows of the table of settings; one may name several settings that go together. */
const documented = [...OPERATIONS.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|([^|]*)\|/gm)].flatMap(
  ([, names = '', fallback = '']) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => [name, fallback.trim()] as const),
)

/** Every name that is looked up; a provider is named, because some settings are read only where there is one. */
function namesRead(): string[] {
  const names = new Set<string>()
  const given: Record<string, string> = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'fieldnote' }
  const get = (_: object, name: string) => {
    names.add(name)
    return given[name]
  }
  loadConfig(new Proxy({}, { get }))
  return [...names]
}

describe('the list of settings', () => {
  const listed = SETTINGS.map(([name]) => name).sort()

  it('holds every setting that is read, and no other', () => {
    expect(namesRead().sort()).toEqual(listed)
  })

  it('is the table of docs/run/configure.md', () => {
    expect(documented.map(([name]) => name).sort()).toEqual(listed)
  })

  it.each(SETTINGS)('gives %s the default that docs/run/configure.md gives it: "%s"', (name, fallback) => {
    const told = documented.find(([known]) => known === name)?.[1] ?? ''

    if (fallback) expect(told.replaceAll('`', '')).toBe(fallback)
    else expect(told).not.toContain('`') // a word such as none, never a value
  })

  it.each(SETTINGS)('shows %s in --help, with its default "%s"', (name, fallback) => {
    const line = settingsHelp()
      .split('\n')
      .find((text) => text.trim().startsWith(`${name} `))

    expect(line).toContain(fallback ? `(default ${fallback})` : name)
  })
})
