// kill -9 of the service while a file is received and while its rows are stored.
import { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { PROJECT, until } from '../../scripts/program.ts'
import { cleanUp } from '../cli/program.ts'
import { PATIENCE_MS } from '../patience.ts'
import { ADMIN_TOKEN, send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { openScene } from './scene.ts'

const TIMEOUT_MS = 20 * PATIENCE_MS // of many waits, each with a limit of its own
const ROWS = 5_000

const scene = openScene()
afterAll(cleanUp)

/** What the digest would make of the rows is not the matter here: its model is out of reach. */
const SETTINGS = { ADMIN_TOKEN, EMBEDDINGS_URL: 'http://127.0.0.1:9/v1', EMBEDDINGS_MODEL: 'none' }
const HEADERS = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'text/csv' }

const FILE = [
  'id,user,subject',
  ...Array.from({ length: ROWS }, (_, n) => `t-${n},user-${n % 50},Export ${n} stops`),
].join('\n')

it(
  'has every row of an import once, though the service is killed in the midst of it',
  async () => {
    await migrated(scene.dataDir)
    let service = await scene.serve(SETTINGS)
    const database = await scene.database()
    const count = (table: string) =>
      database.atOneMoment(async (tx) => {
        const { rows } = await tx.query(`SELECT count(*)::int AS count FROM ${table}`)
        return rows[0].count as number
      })
    const restart = async () => {
      await service.stop('SIGKILL')
      service = await scene.serve(SETTINGS)
    }

    const body = new Readable({ read() {} })
    const imports = () => `${service.url}/api/projects/${PROJECT}/imports`
    const half = { method: 'POST', headers: HEADERS, body: body as never, duplex: 'half' } as const
    const broken = fetch(imports(), half).catch(() => 'broken off')
    body.push(FILE.slice(0, FILE.length / 2))
    await until(async () => (await count('import_row')) > 0, service.said)
    await restart()
    expect(await broken).toBe('broken off')
    const { status, body: started } = await send(imports(), 'POST', FILE, HEADERS)
    expect(status, JSON.stringify(started)).toBe(202)
    await until(async () => (await count('observation')) > 0, service.said, { everyMs: 1 })
    await restart()
    const read = async () => (await send(`${imports()}/${started.id}`, 'GET', undefined, HEADERS)).body
    await until(async () => (await read()).state === 'done', service.said, { patienceMs: 5 * PATIENCE_MS }) // thousands of rows

    expect(await read()).toMatchObject({ read: ROWS, stored: ROWS, duplicates: 0, refused: 0 })
    const ids = await database.atOneMoment(async (tx) => {
      const { rows } = await tx.query('SELECT external_id AS id FROM observation')
      return rows.map(({ id }) => id as string)
    })
    expect([ids.length, new Set(ids).size]).toEqual([ROWS, ROWS])
    await database.close()
  },
  TIMEOUT_MS,
)
