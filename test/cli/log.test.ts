// The log of a start: readable lines on a terminal, JSON lines everywhere else.
import { existsSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { type Env, ready } from '../../scripts/program.ts'
import { readable } from '../../src/cli/log.ts'
import { eventually } from '../eventually.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { cleanUp, launch, MAIN, newFolder } from './program.ts'

afterAll(cleanUp)

const TIME = new Date(2026, 2, 14, 9, 30, 5).getTime()
const entry = (facts: object) => ({ level: 30, time: TIME, pid: 1, ...facts })

describe('a readable line', () => {
  it.each([
    [{ msg: 'PostgreSQL has stopped', part: 'database' }, 'info  PostgreSQL has stopped part=database'],
    [
      { msg: 'request', reqId: 'r1', method: 'GET', route: '/v1/:id', status: 200, ms: 1.5 },
      'info  GET /v1/:id 200 1.5 ms reqId=r1',
    ],
    [{ level: 40, msg: 'slow' }, 'warn  slow'],
    [{ msg: 'a\u001b[2Jb\nc' }, 'info  a [2Jb c'],
  ])('of %j', (facts, line) => {
    expect(readable(entry(facts))).toBe(`09:30:05 ${line}\n`)
  })

  it('is colored where colors are wanted', () => {
    const line = readable(entry({ msg: 'slow' }), (style, text) => `<${style}>${text}`)

    expect(line).toBe('<dim>09:30:05 <green>info  slow\n')
  })

  it('names a fault, and the places that it passed through below it', () => {
    const err = { type: 'Error', code: '23514', at: ['at a (a.ts:1:2)', 'at b (b.ts:3:4)'] }

    expect(readable(entry({ level: 50, msg: 'request failed', err }))).toBe(
      '09:30:05 error request failed err={"type":"Error","code":"23514"}\n    at a (a.ts:1:2)\n    at b (b.ts:3:4)\n',
    )
  })
})

const settings = () => ({
  DATA_DIR: newFolder(),
  PORT: '0',
  DIGEST_THREADS: '0',
  TERM: 'xterm-256color',
})

describe('the log of a start', () => {
  it('is JSON lines where standard error is no terminal', async () => {
    const service = await ready(launch({ args: [MAIN, 'serve'], env: settings() }))
    const { stderr } = await service.stop()

    const entries = stderr.trim().split('\n')
    expect(entries.length).toBeGreaterThan(1)
    for (const line of entries) expect(JSON.parse(line)).toMatchObject({ level: 30 })
  })

  // `script` gives the program a terminal of its own; the options are those of Linux.
  const onTerminal = (env: Env) =>
    ready(
      launch({
        command: 'script',
        args: ['-qefc', `exec ${process.execPath} ${MAIN} serve`, '/dev/null'],
        env,
      }),
    )

  it.runIf(existsSync('/usr/bin/script') && process.platform === 'linux')(
    'is readable on a terminal',
    async () => {
      const env = settings()
      await migrated(env.DATA_DIR)
      const service = await onTerminal({ ...env, NO_COLOR: '1' })
      await fetch(`${service.url}/openapi.json`)
      const seen = () => stripVTControlCharacters(service.output.stdout)
      await eventually(() => expect(seen()).toContain('/openapi.json 200'))
      await service.stop()

      expect(seen()).toMatch(/\d\d:\d\d:\d\d info {2}GET \/openapi\.json 200 [\d.]+ ms reqId=/)
      expect(seen()).not.toContain('"level"')
      expect(service.output.stdout).not.toContain('\u001b[32minfo')
    },
  )
})
