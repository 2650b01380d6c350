// A few faults of each sort, under load, with the books at the end; `npm run chaos` is the long form.
import { expect, it } from 'vitest'
import { TEST_MS } from '../patience.ts'
import { runChaos } from './chaos/run-chaos.ts'
import { SEED } from './posting.ts'

const FAULTS = 3

it(
  'loses nothing that was acknowledged, and does nothing twice',
  async () => {
    const tally = await runChaos({ faults: FAULTS, seed: SEED, say: () => {} })

    expect(tally.wrong, JSON.stringify(tally)).toEqual({})
    expect(Object.values(tally.faults).reduce((sum, count) => sum + count, 0)).toBe(FAULTS)
    expect(tally.acknowledged).toBeGreaterThan(FAULTS)
  },
  TEST_MS,
)
