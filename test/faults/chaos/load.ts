// Steady load over REST and MCP, and a ledger of what was sent and what was acknowledged.
import { PROJECT } from '../../../scripts/program.ts'
import { pass } from '../moments.ts'
import { KEY } from '../scene.ts'

export type Ledger = {
  /** Sent until acknowledged, under an idempotency key: there exactly once. */
  repeated: Set<string>
  /** Sent once and acknowledged: there exactly once. */
  acknowledged: Set<string>
  /** Sent once, without an answer or with a refusal: there at most once. */
  uncertain: Set<string>
  /** Users whose answer was acknowledged. */
  answered: Set<string>
  requests: number
}

export type Load = {
  ledger: Ledger
  /** Posts until one service has stored it; what it is called. */
  probe(url: string): Promise<string>
  stop(): Promise<void>
}

const PACE_MS = 200
const ANSWER_MS = 8_000 // a caller does not wait for ever either

type Way = (title: string, key: string | undefined) => { path: string; body: object; headers: object }

const batchOf = (title: string) => ({
  user_id: `user-${title.length % 7}`,
  interaction_id: title,
  user_sentiment: 'negative',
  observations: [{ title, description: `The export ${title} stops half way when I filter it.` }],
})

const rest: Way = (title, key) => ({
  path: `/v1/project/${PROJECT}/observations/`,
  body: batchOf(title),
  headers: key ? { 'Idempotency-Key': key } : {},
})

const mcp: Way = (title, key) => ({
  path: `/mcp/v1/project/${PROJECT}/`,
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'post_observations', arguments: { ...batchOf(title), idempotency_key: key } },
  },
  headers: {},
})

/** `hasRoom`: whether the digest keeps up; on a slow machine it would fall behind without end otherwise. */
export function startLoad(address: () => string, studyId: string, hasRoom: () => Promise<boolean>): Load {
  const ledger: Ledger = {
    repeated: new Set(),
    acknowledged: new Set(),
    uncertain: new Set(),
    answered: new Set(),
    requests: 0,
  }
  let stopped = false
  let number = 0

  async function post(url: string, { path, body, headers }: ReturnType<Way>): Promise<number | undefined> {
    ledger.requests++
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': KEY, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (!response || text === undefined) return undefined
    return response.status === 200 && text.includes('"isError":true') ? 503 : response.status
  }
  const isDone = (status: number | undefined) => status === 200 || status === 201

  async function untilDone(at: () => string, request: ReturnType<Way>): Promise<void> {
    for (;;) {
      const status = await post(at(), request)
      if (isDone(status) || status === 409) return
      if (status !== undefined && status < 500)
        throw new Error(`refused with ${status}: ${JSON.stringify(request.body)}`)
      await pass(PACE_MS)
    }
  }
  const keepRepeating = async (way: Way) => {
    const title = `repeated ${++number}`
    await untilDone(address, way(title, title))
    ledger.repeated.add(title)
  }
  const sendOnce = async () => {
    const title = `once ${++number}`
    const done = isDone(await post(address(), rest(title, undefined)))
    ledger[done ? 'acknowledged' : 'uncertain'].add(title)
  }
  const answer = async () => {
    const user_id = `answering-${++number}`
    const body = { user_id, interaction_id: user_id, answer: 'For the accountant.' }
    const path = `/v1/project/${PROJECT}/research/studies/${studyId}/answers/`
    await untilDone(address, { path, body, headers: {} })
    ledger.answered.add(user_id)
  }
  const repeat = async (work: () => Promise<void>) => {
    while (!stopped) {
      if (await hasRoom()) await work()
      await pass(PACE_MS)
    }
  }
  const works = [() => keepRepeating(rest), () => keepRepeating(mcp), sendOnce, answer]
  const running = Promise.all([...works, ...works].map(repeat))
  running.catch(() => {}) // told by stop
  return {
    ledger,
    async probe(url) {
      const title = `probe ${++number}`
      await untilDone(() => url, rest(title, title))
      ledger.repeated.add(title)
      return title
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
