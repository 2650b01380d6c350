// npm run chaos -- [faults]    a hundred faults unless said otherwise; FAULT_SEED plays a run again
import { closeAll } from '../../closings.ts'
import { SEED } from '../posting.ts'
import { runChaos } from './run-chaos.ts'

const RECOVERED_MS = 5_000

const faults = Number(process.argv[2] ?? 100)
const say = (line: string) => void process.stdout.write(`${line}\n`)
// A run that is broken off takes its servers with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(1)))
const tally = await runChaos({ faults, seed: SEED, say }).finally(closeAll)
say(JSON.stringify(tally, null, 2))
const late = Object.entries(tally.slowest_recovery_ms).filter(([, ms]) => ms > RECOVERED_MS)
for (const [fault, ms] of late) say(`LATE: ${fault}: served again after ${ms} ms`)
process.exit(late.length === 0 && Object.keys(tally.wrong).length === 0 ? 0 : 1)
