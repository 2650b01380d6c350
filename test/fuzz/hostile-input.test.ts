// Hostile input to every operation, every tool and any path: only documented statuses, bodies of their schemas, nothing from
// inside the service, and a service that goes on. A few inputs each here; `npm run fuzz` sends 100,000 and prints the tally.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startDigestWorker } from '../../src/worker/digest-worker.ts'
import { atEnd } from '../closings.ts'
import { digestAll, readObservation, startEngine } from '../digest/digesting.ts'
import { accessToken, bearer } from '../mcp/team/asking.ts'
import { ADMIN_TOKEN, batch, type Loose, makeStudy, send, signIn, startService } from '../service.ts'
import { type Operation, operationsOf, type Target, targetsOf, type World } from './inputs.ts'
import { openJudge } from './verdict.ts'
import { openWire } from './wire.ts'

const INPUTS = Number(process.env.FUZZ_INPUTS ?? 0)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_116)
const A_FEW = 4
const AT_ONCE = 6
const HEAP_BYTES = 1_500_000_000

const service = await startService({ mailer: { send: async () => {} } })
const { body: document } = await send(`${service.url}/openapi.json`, 'GET')

/** One of each thing that a path can name, and a caller of each kind. */
async function makeWorld(): Promise<World> {
  const project = `/projects/${service.projectId}`
  const make = async (path: string, body: object): Promise<Loose> =>
    (await service.admin('POST', project + path, body)).body
  const owner = await signIn(service)
  const viewer = await signIn(service, { role: 'viewer' })
  const token = await accessToken(owner)
  const observed = (await service.call('POST', '/observations/', batch())).body.results[0].id
  const engine = startEngine()
  await digestAll(service, engine)
  const worker = startDigestWorker(service.deps, engine, 1, () => {})
  atEnd(() => worker.stop())
  const issue = (await readObservation(service, observed)).issue.id
  const target = await make('/targets', {
    name: 'Hook',
    format: 'webhook',
    address: 'https://hooks.example',
    rhythm: 'each',
  })
  const ids: Record<string, string> = {
    project_id: service.projectId,
    user_id: batch().user_id,
    key_id: (await make('/keys', { name: 'Spare' })).id,
    tag_id: (await make('/tags', { label: 'kept' })).id,
    study_id: (await makeStudy(service)).id,
    observation_id: observed,
    issue_id: issue,
    account_id: viewer.account.id,
    invite_id: (await make('/invites', { role: 'viewer' })).id,
    view_id: (await make('/views', { page: 'issues', name: 'Open', query: 'status=open' })).id,
    target_id: target.id,
    comment_id: (await make(`/issues/${issue}/comments`, { body: 'Ours.' })).id,
    ticket_id: (await make(`/issues/${issue}/tickets`, { url: 'https://tracker.example/1' })).tickets[0].id,
    token_id: (await viewer.call('POST', '/tokens', { name: 'Script' })).body.id,
    session_id: crypto.randomUUID(),
    message_id: crypto.randomUUID(),
    grant_id: crypto.randomUUID(),
  }
  const credentials = ({ facts }: Operation): Record<string, string> => {
    const ways: string[] = facts.security.flatMap((way: object) => Object.keys(way))
    if (ways.includes('XApiKey')) return { 'X-Api-Key': service.key }
    if (ways.includes('AdminToken')) return bearer(ADMIN_TOKEN)
    if (ways.includes('AccessToken')) return bearer(token)
    return ways.includes('SessionCookie') ? owner.headers : {}
  }
  return { ids, credentials }
}

describe('hostile input', () => {
  it('to every operation and tool is answered as documented, and the service goes on', async () => {
    const targets = targetsOf(document, await makeWorld())
    const wire = openWire(service.url)
    const judge = openJudge(document)
    const statuses = new Map<number, number>()
    const numRuns = INPUTS === 0 ? A_FEW : Math.ceil(INPUTS / targets.length)
    const faults: string[] = []
    let mostHeap = 0
    const fuzz = async ({ name, operation, inputs }: Target) => {
      const property = fc.asyncProperty(inputs, async (sent) => {
        const answer = await wire.send(sent)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed)
        const fault = judge(operation, answer)
        if (fault) throw new Error(fault)
      })
      const details = await fc.check(property, { numRuns, seed: SEED, endOnFailure: true })
      if (details.failed)
        faults.push(
          `${name}: ${details.errorInstance} for ${JSON.stringify(details.counterexample).slice(0, 600)}`,
        )
    }

    const waiting = [...targets]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await fuzz(next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    wire.close()

    const sum = [...statuses.values()].reduce((one, other) => one + other, 0)
    if (INPUTS > 0)
      console.info(
        `${sum} inputs to ${targets.length} targets, seed ${SEED}: ${JSON.stringify(Object.fromEntries(statuses))}, heap at most ${Math.round(mostHeap / 1e6)} MB`,
      )
    expect(faults).toEqual([])
    expect(targets.length).toBeGreaterThan(operationsOf(document).length)
    expect(sum).toBeGreaterThanOrEqual(numRuns * targets.length)
    expect(mostHeap).toBeLessThan(HEAP_BYTES)
    expect((await send(`${service.url}/readyz`, 'GET')).status).toBe(200)
  })
})
