import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig, SETTINGS } from '../src/config.ts'

describe('settings', () => {
  it('all have a default', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      dataDir: './data',
      databaseUrl: null,
      poolSize: 10,
      baseUrl: null,
      adminToken: null,
      oidc: null,
      bootstrap: { projectId: null, apiKey: null },
      allowedOrigins: [],
      rateLimitPerMinute: null,
      logLevel: 'info',
      digestThreads: 1,
      groupingThreshold: null,
      embeddings: null,
      llm: null,
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

  it('are read from the environment', () => {
    const config = loadConfig({
      PORT: '0',
      DATABASE_URL: 'postgresql://me:secret@db:5433/fieldnote?host=%2Frun%2Fpg',
      BASE_URL: 'https://notes.example/fieldnote//',
      BOOTSTRAP_PROJECT_ID: '5F2B6C1E-3D0A-4A77-9C55-8F1F2E3D4C5B',
      BOOTSTRAP_API_KEY: 'key',
      ALLOWED_ORIGINS: ' https://a.example , http://localhost:3000,',
    })

    expect(config).toMatchObject({
      port: 0,
      databaseUrl: 'postgresql://me:secret@db:5433/fieldnote?host=%2Frun%2Fpg',
      baseUrl: 'https://notes.example/fieldnote',
      bootstrap: { projectId: '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b', apiKey: 'key' },
      allowedOrigins: ['https://a.example', 'http://localhost:3000'],
    })
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
    ['BASE_URL', 'fieldnote.example'],
    ['BASE_URL', 'ftp://fieldnote.example'],
    ['BASE_URL', 'https://'],
    ['ADMIN_TOKEN', 'hush hush'],
    ['ADMIN_TOKEN', 'hüsh'],
    ['OIDC_ISSUER', 'https://id.example.com'],
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
