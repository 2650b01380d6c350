// npm run bench:redaction — what redaction costs a post: CPU time of the service, which other work on the machine changes
// less than the time by the clock. Rounds with and without it take turns; the median is told.
import { MATTERS, observationMaker } from './observations.mjs'
import { cpuSeconds, openBench } from './program.mjs'

const ROUNDS = 9
const POSTS = 600
const AT_ONCE = 8
const SETTINGS = {
  off: { redact: [], patterns: [], retention_days: null },
  on: { redact: ['email', 'phone', 'card', 'iban', 'ip', 'secret'], patterns: [], retention_days: null },
}

const bench = await openBench()
try {
  const service = await bench.start('serve', { DIGEST_THREADS: '0' })
  await postMany(service) // warm
  const found = { off: [], on: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ['off', 'on']) {
      await service.replace('/privacy', SETTINGS[name])
      found[name].push(await postMany(service))
    }
  const [off, on] = [median(found.off, 'cpu'), median(found.on, 'cpu')]
  const more = ((on / off - 1) * 100).toFixed(1)
  console.log(
    `CPU of the service per post: ${off.toFixed(3)} ms without, ${on.toFixed(3)} ms with redaction (${more} %)`,
  )
  console.log(
    `by the clock: ${median(found.off, 'wall').toFixed(3)} ms and ${median(found.on, 'wall').toFixed(3)} ms`,
  )
} finally {
  await bench.close()
}

async function postMany(service) {
  const { tell } = observationMaker(1)
  const [begun, started] = [cpuSeconds(service.pid), performance.now()]
  const caller = async (_, of) => {
    for (let n = 0; n < POSTS / AT_ONCE; n++) {
      const { title, description, ...who } = tell((of * 1000 + n) % MATTERS)
      await service.post({ ...who, interaction_id: `thread-${n}`, observations: [{ title, description }] })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  return {
    cpu: ((cpuSeconds(service.pid) - begun) * 1000) / POSTS,
    wall: (performance.now() - started) / POSTS,
  }
}

function median(rounds, part) {
  const sorted = rounds.map((one) => one[part]).sort((a, b) => a - b)
  return sorted[ROUNDS >> 1]
}
