// Raw HTTP to every route of a process that is watched: it stays alive, answers rightly after each batch, meets no error that only its
// last resort catches, and does not grow. A few requests here; `npm run fuzz` sends 100,000 and prints the tally.
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder, start } from '../cli/program.ts'
import { eventually } from '../eventually.ts'
import { answersIn, routesOf } from '../http/raw.ts'
import { HOOK_MS } from '../patience.ts'
import { ADMIN_TOKEN, batch, send, startService } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { type RawInput, rawInputs } from './raw-inputs.ts'
import { openJudge } from './verdict.ts'

const INPUTS = Number(process.env.FUZZ_INPUTS ?? 0)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_119)
const A_FEW = 600
const BATCH = 200 // connections
const RESIDENT_BYTES = 900_000_000 // collected late: the least after each collection does not rise
const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b'
const KEY = 'chosen-key'

afterAll(cleanUp)

async function startWatched() {
  const service = await start({
    DATA_DIR: await migrated(newFolder()),
    ADMIN_TOKEN,
    BOOTSTRAP_PROJECT_ID: PROJECT,
    BOOTSTRAP_API_KEY: KEY,
  })
  const figure = async (name: string): Promise<number> => {
    const { body } = await send(`${service.url}/metrics`, 'GET')
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  }
  return { ...service, figure }
}

/** Resolves with what was heard when the connection is closed, at the latest by `leave`. */
function open(url: string, { pieces, leaving }: RawInput) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let heard = ''
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.on('data', (piece) => {
    heard += piece
  })
  const left = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)))
  const write = async () => {
    for (const piece of pieces)
      await new Promise<void>((done) => socket.write(piece, 'latin1', () => setImmediate(done)))
    if (leaving === 'ends') socket.end()
    if (leaving === 'leaves') socket.destroy()
    if (leaving === 'resets') socket.resetAndDestroy()
  }
  const written = new Promise<void>((done) => socket.once('connect', () => void write().then(done)))
  return { left, sent: Promise.race([written, left]), leave: () => socket.destroy() }
}

it('raw HTTP to every route leaves the process alive, right and as large as it was', {
  timeout: INPUTS === 0 ? HOOK_MS : 24 * HOOK_MS,
}, async () => {
  const { app } = await startService()
  const service = await startWatched()
  const routes = routesOf(app, { project_id: PROJECT })
  const inputs = rawInputs(
    routes,
    [`X-Api-Key: ${KEY}`, `Authorization: Bearer ${ADMIN_TOKEN}`],
    [JSON.stringify(batch())],
  )
  const judge = openJudge((await send(`${service.url}/openapi.json`, 'GET')).body)
  const statuses: Record<number, number> = {}
  const faults: string[] = []
  let [sent, most] = [0, 0]
  const isRight = async () => {
    const posted = await send(`${service.url}/v1/project/${PROJECT}/observations/`, 'POST', batch(), {
      'X-Api-Key': KEY,
    })
    const page = await send(service.url, 'GET')
    const projects = await send(`${service.url}/api/projects`, 'GET', undefined, {
      Authorization: `Bearer ${ADMIN_TOKEN}`,
    })
    expect([posted.status, posted.body.results?.length, page.status, projects.status]).toEqual([
      201, 1, 200, 200,
    ])
    expect(await service.figure('fieldnote_unhandled_errors_total')).toBe(0)
    expect(service.process.exitCode).toBeNull()
  }

  for (let at = 0; sent < (INPUTS || A_FEW); at++) {
    const some = fc.sample(inputs, { numRuns: BATCH, seed: SEED + at })
    const connections = some.map((input) => ({ input, ...open(service.url, input) }))
    await Promise.all(connections.map((one) => one.sent))
    for (let behind = 0; behind < 3; behind++) await isRight() // meanwhile, those before them are answered
    for (const { leave } of connections) leave()
    for (const { input, left } of connections)
      for (const { status, head, body } of answersIn(await left)) {
        if (Number.isNaN(status)) continue
        statuses[status] = (statuses[status] ?? 0) + 1
        const headers = Object.fromEntries(
          head
            .toLowerCase()
            .split('\r\n')
            .slice(1)
            .map((line) => line.split(': ')),
        )
        const fault = judge(null, { status, type: headers['content-type'] ?? '', text: body, headers })
        if (fault) faults.push(`${fault} for ${JSON.stringify(input).slice(0, 600)}`)
      }
    sent += some.reduce((sum, { requests }) => sum + requests, 0)
    expect(faults, `seed ${SEED + at}`).toEqual([])
    most = Math.max(most, await service.figure('process_resident_memory_bytes'))
    expect(most).toBeLessThan(RESIDENT_BYTES)
  }

  await isRight()
  const heard = Object.values(statuses).reduce((one, other) => one + other, 0)
  expect(heard).toBeGreaterThan(sent / 6) // the others broke off, or are behind such
  if (INPUTS > 0)
    console.info(
      `${sent} raw requests to ${routes.length} routes, seed ${SEED}: ${JSON.stringify(statuses)}, resident at most ${Math.round(most / 1e6)} MB`,
    )
  await eventually(async () =>
    expect(await service.figure('nodejs_active_handles{type="Socket"}')).toBeLessThan(50),
  )
  expect((await service.stop()).code).toBe(0)
})
