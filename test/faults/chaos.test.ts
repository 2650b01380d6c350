// The short form of `npm run chaos`: the first few of its faults, then the same books.
import { expect, it } from 'vitest'
import { PATIENCE_MS } from '../patience.ts'
import { runChaos } from './chaos/run-chaos.ts'
import { SEED } from './posting.ts'

const TIMEOUT_MS = 20 * PATIENCE_MS // of many waits, each with a limit of its own
const FAULTS = 3

it(
  `keeps every promise through ${FAULTS} faults`,
  async () => {
    const tally = await runChaos({ faults: FAULTS, seed: SEED, say: () => {} })

    expect(tally.wrong, `FAULT_SEED=${SEED}`).toEqual({})
    expect(tally.observations).toBeGreaterThan(0)
    expect(tally.events).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
