// A steady stream of posts, a few at the same time. Each carries an idempotency key and is sent again until it is acknowledged, as a caller does
// whose service went away: so what is stored is known to the last observation.
import { PROJECT } from '../../scripts/program.ts'
import { send } from '../service.ts'
import { pass } from './moments.ts'
import { KEY } from './scene.ts'

/** From the environment, to play a failure again; otherwise another one each time. */
export const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)

export type Posting = {
  /** The ids that the service said it had stored. */
  acknowledged: string[]
  stop(): Promise<void>
}

const AT_ONCE = 4 // so that they are stored together
const EVERY_MS = 100 * AT_ONCE
const AGAIN_MS = 100
const PARTS = [
  'the export',
  'the login page',
  'the invoice list',
  'search',
  'the mobile app',
  'the weekly report',
]
const FAULTS = ['stops half way', 'is far too slow', 'shows an error', 'loses my settings', 'cannot be found']
const SENTIMENTS = ['very negative', 'negative', 'neutral', 'positive', 'very positive']

export function startPosting(address: () => string, random: () => number): Posting {
  const acknowledged: string[] = []
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] as string
  let stopped = false
  const observation = () => {
    const [part, fault] = [pick(PARTS), pick(FAULTS)]
    return {
      title: `${part} ${fault}`,
      description: `Since ${pick(['Monday', 'the update', 'last week'])} ${part} ${fault} when I ${pick(['filter', 'share', 'sort'])} it.`,
    }
  }
  const post = async (number: number) => {
    const batch = {
      user_id: `user-${Math.floor(random() * 12)}`,
      interaction_id: `thread-${number}`,
      user_sentiment: pick(SENTIMENTS),
      observed_at: new Date(Date.UTC(2026, 2, 1 + Math.floor(random() * 5), 12)).toISOString(),
      observations: Array.from({ length: 1 + Math.floor(random() * 3) }, observation),
    }
    const headers = { Authorization: `ApiKey ${KEY}`, 'Idempotency-Key': `post-${number}` }
    for (;;) {
      const url = `${address()}/v1/project/${PROJECT}/observations/`
      const answer = await send(url, 'POST', batch, headers).catch(() => undefined)
      if (answer?.status === 201)
        return acknowledged.push(...answer.body.results.map(({ id }: { id: string }) => id))
      if (answer && answer.status < 500)
        throw new Error(`post refused: ${answer.status} ${JSON.stringify(answer.body)}`)
      await pass(AGAIN_MS)
    }
  }
  const run = async () => {
    for (let number = 0; !stopped; number += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => post(number + one)))
      await pass(EVERY_MS)
    }
  }
  const running = run()
  running.catch(() => {}) // told by stop
  return {
    acknowledged,
    stop() {
      stopped = true
      return running
    },
  }
}
