// The Compose file, the Dockerfile and the unit, where they name what this program has: commands, settings, the health check.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { SETTINGS } from '../../src/contract/settings.ts'
import { SERVICE_OPERATIONS } from '../../src/http/service-operations.ts'
import { cleanUp, newFolder, REPOSITORY, run } from './program.ts'

const fileOf = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8')
const compose = fileOf('deploy/compose.yaml')
const dockerfile = fileOf('Dockerfile')
const unit = fileOf('deploy/fieldnote.service')

/** As Compose fills them in: `${A:?}` and `${A:-b}` are what was given, or b, and `${A:+b}` is b where something was given. */
function filledIn(value: string, given: Record<string, string>): string {
  return value.replaceAll(/\$\{(\w+):([-?+])([^}]*)\}/g, (_, name: string, how: string, other: string) => {
    if (how === '+') return given[name] ? other : ''
    return given[name] || (how === '-' ? other : '')
  })
}

/** What the services and workers of the Compose file get, on top of what the image sets. */
function environment(given: Record<string, string>): Record<string, string> {
  const [, ours = ''] = /&settings\n((?: {4}\w+:.*\n)+)/.exec(compose) ?? []
  const [, image = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
  const set = [...ours.matchAll(/^ {4}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    filledIn(value, given),
  ])
  return Object.fromEntries([...image.split(' ').map((one) => one.split('=')), ...set])
}

const GIVEN = { POSTGRES_PASSWORD: 'hush', BASE_URL: 'https://notes.example.com' }

describe('what is deployed', () => {
  afterAll(cleanUp)

  it.each([
    ['without backups', {}, null],
    ['with backups', { BACKUP_PASSPHRASE: 'sixteen-letters-or-more' }, '/backups'],
  ])('has settings that there are, %s', (_, more, folder) => {
    const { NODE_ENV, ...settings } = environment({ ...GIVEN, ...more })

    const config = loadConfig(settings)

    expect(NODE_ENV).toBe('production')
    expect(Object.keys(settings).filter((name) => !SETTINGS.some(([known]) => known === name))).toEqual([])
    expect(config.databaseUrl).toBe('postgres://fieldnote:hush@pgbouncer:5432/fieldnote')
    expect(config.backups?.folder ?? null).toBe(folder)
  })

  const commands = [
    ...[...compose.matchAll(/^ {2}command: (.+)$/gm)].map(([, line = '']) => line),
    ...[...dockerfile.matchAll(/^CMD \["(\w+)"\]$/gm)].map(([, line = '']) => line),
    ...[...unit.matchAll(/^ExecStart=.*fieldnote (.+)$/gm)].map(([, line = '']) => line),
  ]

  it('starts services and workers, an image and a unit', () => {
    expect(commands).toEqual(['serve --role api', 'serve --role worker', 'serve', 'serve'])
  })

  it.each([...new Set(commands)])('is started by a command that there is: %s', async (line) => {
    const { stderr } = await run(line.split(' '), { DATA_DIR: join(newFolder(), 'data'), LOG_LEVEL: 'loud' })

    expect(stderr).toMatch(/^fieldnote: LOG_LEVEL must be/) // and nothing was wrong with the command
  })

  it('is healthy when the service says that it is ready', () => {
    const [, path] = /HEALTHCHECK.+?process\.env\.PORT\}(\/\w+)/s.exec(dockerfile) ?? []

    expect(SERVICE_OPERATIONS.map((operation) => operation.path)).toContain(path)
  })
})
