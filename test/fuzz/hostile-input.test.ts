// Hostile input to every operation, every tool and any path: only documented statuses, bodies of their schemas, nothing from
// inside the service, and a service that goes on. A few inputs each here; `npm run fuzz` sends 100,000 and prints the tally.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOOK_MS } from '../patience.ts'
import { send, startService } from '../service.ts'
import { operationsOf, type Target, targetsOf } from './inputs.ts'
import { openJudge } from './verdict.ts'
import { openWire } from './wire.ts'
import { makeWorld } from './world.ts'

const INPUTS = Number(process.env.FUZZ_INPUTS ?? 0)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_116)
const A_FEW = 3
const AT_ONCE = 6
const HEAP_BYTES = 1_500_000_000
const PATIENCE = { timeout: INPUTS === 0 ? HOOK_MS : 24 * HOOK_MS }

const service = await startService({ mailer: { send: async () => [] } })
const { body: document } = await send(`${service.url}/openapi.json`, 'GET')

/** What ends or closes things comes last: what would follow it tests little. */
const CLOSING = ['update_limits', 'update_member', 'update_account', 'update_study']
const isLast = ({ operation }: Target): boolean =>
  operation !== null && (operation.method === 'DELETE' || CLOSING.includes(operation.id))

async function sideBySide(targets: Target[], fuzz: (target: Target) => Promise<void>): Promise<void> {
  const waiting = [...targets]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await fuzz(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

describe('hostile input', () => {
  it('to every operation and tool is answered as documented, and the service goes on', PATIENCE, async () => {
    const targets = targetsOf(document, await makeWorld(service))
    const numRuns = INPUTS === 0 ? A_FEW : Math.ceil(INPUTS / targets.length)
    const wire = openWire(service.url)
    const judge = openJudge(document)
    const statuses: Record<number, number> = {}
    const faults: string[] = []
    let mostHeap = 0
    const fuzz = async ({ name, operation, inputs }: Target) => {
      const property = fc.asyncProperty(inputs, async (sent) => {
        const answer = await wire.send(sent)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed)
        const fault = judge(operation, answer)
        if (fault) throw new Error(fault)
      })
      const limits = { numRuns, seed: SEED, endOnFailure: true }
      const { failed, errorInstance, counterexample } = await fc.check(property, limits)
      if (failed) faults.push(`${name}: ${errorInstance} for ${JSON.stringify(counterexample).slice(0, 600)}`)
    }

    await sideBySide(
      targets.filter((target) => !isLast(target)),
      fuzz,
    )
    await sideBySide(targets.filter(isLast), fuzz)
    wire.close()

    const sum = Object.values(statuses).reduce((one, other) => one + other, 0)
    if (INPUTS > 0)
      console.info(
        `${sum} inputs to ${targets.length} targets, seed ${SEED}: ${JSON.stringify(statuses)}, heap at most ${Math.round(mostHeap / 1e6)} MB`,
      )
    expect(faults).toEqual([])
    expect(targets.length).toBeGreaterThan(operationsOf(document).length)
    expect(sum).toBeGreaterThanOrEqual(numRuns * targets.length)
    expect(mostHeap).toBeLessThan(HEAP_BYTES)
    expect((await send(`${service.url}/readyz`, 'GET')).status).toBe(200)
  })
})
