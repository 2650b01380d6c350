// Backups on the command line: made beside a running service, restored elsewhere, killed in the middle.
import { execFileSync } from 'node:child_process'
import { chownSync, createWriteStream, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { batch, send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { cleanUp, launch, MAIN, newFolder, rowsIn, run, start, welcomeOf, withDatabase } from './program.ts'

afterAll(cleanUp)

it('comes back elsewhere, and a restore that is killed leaves nothing', async () => {
  const [DATA_DIR, folder] = [await migrated(newFolder()), newFolder()]
  const ELSEWHERE = newFolder()
  const file = join(folder, 'all.backup')
  const service = await start({ DATA_DIR })
  const { projectId, apiKey } = welcomeOf(service)
  const posted = await send(`${service.url}/v1/project/${projectId}/observations/`, 'POST', batch(), {
    Authorization: `ApiKey ${apiKey}`,
  })
  await withDatabase(DATA_DIR, (client) => client.query(A_MEGABYTE, [projectId]))

  const made = await run(['backup', file, '--json'], { DATA_DIR, NODE_OPTIONS: A_YEAR_AHEAD })
  const { passphrase, rows, taken_at } = JSON.parse(made.stdout)
  const env = { DATA_DIR: ELSEWHERE, BACKUP_PASSPHRASE: passphrase }
  const refused = await run(['restore', file, '--replace'], { ...env, DATA_DIR })
  await stopBackups(DATA_DIR)
  await killRestore(file, env)

  expect(new Date(taken_at).getTime()).toBeLessThan(Date.now() + 86_400_000) // by the database's clock
  expect(refused.stderr).toMatch(/^fieldnote: A service or worker uses this database.*\n$/)
  expect(await rowsIn(ELSEWHERE, 'SELECT FROM pg_tables WHERE schemaname = $$public$$')).toEqual([])
  const restored = await run(['restore', file, '--json'], env)
  expect([restored.stderr, JSON.parse(restored.stdout).rows]).toEqual(['', rows])
  expect(await rowsIn(ELSEWHERE, 'SELECT id FROM observation')).toEqual([{ id: posted.body.results[0].id }])
  expect((await service.stop()).code).toBe(0)
  const checked = await run(['restore', file, '--check'], { BACKUP_PASSPHRASE: 'another-passphrase' })
  expect([checked.code, checked.stderr]).toEqual([
    1,
    expect.stringMatching(/^fieldnote: The backup does not open.*\n$/),
  ])
})

it('of a standby is refused in one line', async () => {
  const [DATA_DIR, folder] = [await migrated(newFolder()), newFolder()]
  const cluster = join(DATA_DIR, 'postgres')
  const { uid, gid } = statSync(join(cluster, 'PG_VERSION'))
  const signal = join(cluster, 'standby.signal') // makes PostgreSQL follow another, though there is none
  writeFileSync(signal, '')
  chownSync(signal, uid, gid)

  const { code, stderr } = await run(['backup', join(folder, 'all.backup')], { DATA_DIR })

  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^fieldnote: The database is a standby.*primary.*\n$/),
  ])
  expect(readdirSync(folder)).toEqual([])
})

/** The clock of the machine that the command runs on. */
const A_YEAR_AHEAD = `--import=data:text/javascript,${encodeURIComponent(`
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length > 0 ? given : [Real.now() + 365 * 86_400_000])) }
  }`)}`

/** Nothing that could be compressed, in a table in the middle of the alphabet. */
const A_MEGABYTE = `INSERT INTO idempotency_key (project_id, key, fingerprint, created_at)
  SELECT $1, n::text, convert_to(string_agg(md5(random()::text), ''), 'UTF8'), now()
  FROM generate_series(1, 200) n, generate_series(1, 160) GROUP BY n`

/** Stopped in the middle, by a table that is locked: one that is killed leaves a part, which the next one removes. */
async function stopBackups(DATA_DIR: string): Promise<void> {
  const folder = newFolder()
  const begin = () => launch({ args: [MAIN, 'backup', join(folder, 'stopped.backup')], env: { DATA_DIR } })
  await withDatabase(DATA_DIR, async (client) => {
    await client.query('BEGIN; LOCK TABLE tag_trial')
    const killed = begin()
    await eventually(() => expect(readdirSync(folder)).toHaveLength(1))
    killed.process.kill('SIGKILL')
    await killed.ended
    const [left] = readdirSync(folder)
    const stopped = begin()
    await eventually(() => expect(readdirSync(folder)).toEqual([expect.not.stringContaining(left ?? '')]))
    stopped.process.kill('SIGTERM')

    expect(await stopped.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^fieldnote: Stopped: nothing was written\.\n$/),
    })
    expect(readdirSync(folder)).toEqual([])
    await client.query('ROLLBACK')
  })
}

const MAKE_PIPE = 'mkfifo' // comes with the system

/** The file arrives slowly, through a pipe, and the process is killed while it fills that table. */
async function killRestore(file: string, env: Record<string, string>): Promise<void> {
  const pipe = `${file}.pipe`
  execFileSync(MAKE_PIPE, [pipe])
  const restoring = launch({ args: [MAIN, 'restore', pipe], env })
  const bytes = readFileSync(file)
  const writer = createWriteStream(pipe)
  writer.on('error', () => {}) // the reader is killed
  writer.write(bytes.subarray(0, bytes.length - 200_000))
  const filling =
    "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'COPY idempotency_key %'"
  await withDatabase(env.DATA_DIR ?? '', async (client) => {
    await eventually(async () => expect((await client.query(filling)).rowCount).toBe(1))
    restoring.process.kill('SIGKILL')
    await restoring.ended
    await eventually(async () => expect((await client.query(filling)).rowCount).toBe(0))
  })
  writer.destroy()
}
