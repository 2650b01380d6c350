// Starts that cannot succeed: one line that says what to do, a code that is not 0, and nothing left behind.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ended } from '../../scripts/program.ts'
import { cleanUp, expectNoPostgres, MAIN, newFolder, run } from './program.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
/** Root may write everywhere, so it steps down where it can. */
const unprivileged =
  !isRoot ||
  spawnSync(process.execPath, [MAIN, '--version'], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0

describe('a start that cannot succeed', () => {
  let taken: Server
  let port: number
  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    port = (taken.address() as AddressInfo).port
  })
  afterAll(async () => {
    taken.close()
    await cleanUp()
  })

  function expectOneLine({ code, stdout, stderr }: Ended, ...words: string[]): void {
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).toMatch(/^fieldnote: \S.*\n$/)
    for (const word of words) expect(stderr).toContain(word)
    expect([code, stdout]).toEqual([1, ''])
  }

  it('names a port in use, and has created nothing', async () => {
    const parent = newFolder()

    const ended = await run(['serve'], { PORT: String(port), DATA_DIR: join(parent, 'data') })

    expectOneLine(ended, String(port), 'PORT')
    expect(readdirSync(parent)).toEqual([])
  })

  it('names a data folder that is a file', async () => {
    const file = join(newFolder(), 'data')
    writeFileSync(file, 'mine')

    const ended = await run(['serve'], { PORT: '0', DATA_DIR: file })

    expectOneLine(ended, file, 'DATABASE_URL')
  })

  it.runIf(unprivileged)('names a data folder that it may not write', async () => {
    const parent = newFolder()
    chmodSync(parent, 0o555)

    const ended = await run(
      ['serve'],
      { PORT: '0', DATA_DIR: join(parent, 'data') },
      isRoot ? NOBODY : undefined,
    )

    expectOneLine(ended, parent, 'DATABASE_URL')
    expect(existsSync(join(parent, 'data'))).toBe(false)
  })

  it.each([
    ['HOST', '192.0.2.1'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'postgres://me:hush@db:99999/fieldnote'],
    ['DATABASE_POOL_SIZE', '0'],
    ['BASE_URL', 'ftp://fieldnote.example'],
    ['ADMIN_TOKEN', 'hush hush'],
    ['ADMIN_TOKEN', 'hush-15-letters'],
    ['BOOTSTRAP_PROJECT_ID', 'my-project'],
    ['BOOTSTRAP_API_KEY', 'a-key-without-a-project'],
    ['ALLOWED_ORIGINS', 'app.example.com'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('names a bad setting, and keeps a secret one to itself: %s=%s', async (name, value) => {
    const dataDir = join(newFolder(), 'data')

    const ended = await run(['serve'], { PORT: '0', DATA_DIR: dataDir, [name]: value })

    expectOneLine(ended, name)
    expect(ended.stderr).not.toContain('hush')
    expect(existsSync(dataDir)).toBe(false)
    expectNoPostgres(dataDir)
  })

  it('is told beforehand by the doctor, who has created nothing', async () => {
    const dataDir = join(newFolder(), 'data')

    const { code, stdout } = await run(['doctor'], { PORT: String(port), DATA_DIR: dataDir })

    expect(code).toBe(1)
    expect(stdout).toMatch(/^ok +data folder +.*the first start creates it/m)
    expect(stdout).toMatch(/^wrong +port +.*used by another program/m)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('refuses a command that it does not know, and starts nothing', async () => {
    const dataDir = join(newFolder(), 'data')

    const { code, stdout, stderr } = await run(['servr'], { PORT: '0', DATA_DIR: dataDir })

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain("unknown command 'servr'")
    expect(stderr).toContain('--help')
    expect(existsSync(dataDir)).toBe(false)
  })
})
