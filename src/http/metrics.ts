// Prometheus metrics of one process.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Meter } from '../domain/deps.ts'

export type PoolStatus = { totalCount: number; idleCount: number; waitingCount: number }

export type Metrics = Meter & {
  observeRequest(method: string, route: string, status: number, seconds: number): void
  /** The same for whoever has many of one kind; nothing is told of them before the first. */
  requestsOf(method: string, route: string, status: number): (seconds: number) => void
  /** From now on tells of what agents post, too. */
  watchIngest(pool: PoolStatus, posts: () => { waiting: number; underWay: number }): void
  /** From now on tells how many connections wait for their turn, too. */
  watchTurns(waiting: () => number): void
  /** From now on tells how old the last backup is, too, nothing while there is none; and how often one is made, if by the clock. */
  watchBackups(readAge: () => Promise<number | null>, everyHours: number | null): void
  render(): Promise<{ contentType: string; text: string }>
}

type DigestBacklog = { pending: number; failed: number; lag_seconds: number; oldest_seconds: number }

/** Read from the database: what it says of all processes, and so what every process tells. */
type DigestFacts = { readBacklog(): Promise<DigestBacklog>; readFaults(): Promise<number> }

export function createMetrics(pool: PoolStatus, { readBacklog, readFaults }: DigestFacts): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const requests = createRequestDurations()
  const observations = countBySource('fieldnote_observations_total', 'Observations stored.', registers)
  const answers = countBySource('fieldnote_answers_total', 'Research answers stored.', registers)
  // Before those that ask the database: what they ask would be among the requests that wait.
  watchPool('fieldnote_db_pool_connections', 'Database connections of this process', pool, registers)
  gaugeDigest(askedOnce(readBacklog), registers)
  countFaults(readFaults, registers)
  return {
    observeRequest: (method, route, status, seconds) => count(requests.of(method, route, status), seconds),
    requestsOf: (method, route, status) => {
      let found: Series | undefined
      return (seconds) => {
        found ??= requests.of(method, route, status)
        count(found, seconds)
      }
    },
    observationsStored: observations,
    answerStored: (source) => answers(source, 1),
    watchBackups(readAge, everyHours) {
      if (everyHours !== null)
        new Gauge({
          name: 'fieldnote_backup_every_seconds',
          help: 'How often a backup is to be made.',
          registers,
        }).set(everyHours * 3_600)
      new Gauge({
        name: 'fieldnote_backup_age_seconds',
        help: 'How long ago the last backup was taken.',
        registers,
        async collect() {
          const age = await readAge().catch(() => null)
          if (age === null) this.remove()
          else this.set(age)
        },
      })
    },
    watchTurns(waiting) {
      new Gauge({
        name: 'fieldnote_connections_waiting',
        help: 'Connections of agents that wait for their turn, because their project has its part under way.',
        registers,
        collect() {
          this.set(waiting())
        },
      })
    },
    watchIngest(ingest, posts) {
      const help = 'Database connections for what agents post and read'
      watchPool('fieldnote_ingest_pool_connections', help, ingest, registers)
      new Gauge({
        name: 'fieldnote_ingest_posts',
        help: 'Posts of observations that wait to be stored, and groups of them that are being stored.',
        labelNames: ['state'] as const,
        registers,
        collect() {
          const { waiting, underWay } = posts()
          this.set({ state: 'waiting' }, waiting)
          this.set({ state: 'groups_under_way' }, underWay)
        },
      })
    },
    render: async () => ({
      contentType: registry.contentType,
      text: requests.render() + (await registry.metrics()),
    }),
  }
}

/** Told to prom-client when somebody asks: it hashes the labels of every count. */
function countBySource(
  name: string,
  help: string,
  registers: Registry[],
): (source: string, count: number) => void {
  const counts = new Map<string, number>()
  new Counter({
    name,
    help,
    labelNames: ['source'] as const,
    registers,
    collect() {
      this.reset()
      for (const [source, count] of counts) this.inc({ source }, count)
    },
  })
  return (source, count) => void counts.set(source, (counts.get(source) ?? 0) + count)
}

function watchPool(name: string, help: string, pool: PoolStatus, registers: Registry[]): void {
  new Gauge({
    name,
    help: `${help}: open, idle, and requests waiting for one.`,
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

const DIGEST_GAUGES: [name: string, help: string, of: keyof DigestBacklog][] = [
  [
    'fieldnote_digest_pending',
    'Observations and answers of all projects that are not digested yet.',
    'pending',
  ],
  ['fieldnote_digest_failed', 'Observations and answers set aside after the last attempt.', 'failed'],
  ['fieldnote_digest_lag_seconds', 'How long the oldest one that is due has waited.', 'lag_seconds'],
  [
    'fieldnote_digest_oldest_job_seconds',
    'How long ago the oldest pending one was queued, attempts that failed included.',
    'oldest_seconds',
  ],
]

/** Read from the database, so every process tells the same; without it, they are left out. */
function gaugeDigest(readBacklog: () => Promise<DigestBacklog>, registers: Registry[]): void {
  for (const [name, help, of] of DIGEST_GAUGES)
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.reset()
        await readBacklog().then(
          (backlog) => this.set(backlog[of]),
          () => this.remove(),
        )
      },
    })
}

/** Whoever asks while it is being answered gets the same answer. */
function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined
    })
    return asked
  }
}

function countFaults(readFaults: () => Promise<number>, registers: Registry[]): void {
  new Counter({
    name: 'fieldnote_digest_faults_total',
    help: 'Batches of the digest that failed, and its threads that ended or hung, in all processes.',
    registers,
    async collect() {
      this.reset()
      await readFaults().then(
        (count) => this.inc(count),
        () => this.remove(),
      )
    },
  })
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const NAME = 'fieldnote_http_request_duration_seconds'
const HELP = 'Duration of HTTP requests by route; its count is the number of requests.'

type RequestDurations = { of(method: string, route: string, status: number): Series; render(): string }

/** `counts[i]`: how many took no longer than the i-th bucket, and longer than the one before; the last holds all others. */
type Series = { labels: string; counts: number[]; sum: number }

/**
 * The histogram of requests. One of prom-client's sorts and joins its labels anew with every request; here a request is one lookup
 * and one count.
 */
function createRequestDurations(): RequestDurations {
  const series = new Map<string, Series>()
  return {
    of(method, route, status) {
      const place = `${status} ${method} ${route}`
      const known = series.get(place)
      const found = known ?? emptySeries(method, route, status)
      if (!known) series.set(place, found)
      return found
    },
    render: () =>
      [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`, ...[...series.values()].flatMap(lines), ''].join(
        '\n',
      ),
  }
}

function count(series: Series, seconds: number): void {
  const bucket = BUCKETS.findIndex((most) => seconds <= most)
  const at = bucket === -1 ? BUCKETS.length : bucket
  series.counts[at] = (series.counts[at] ?? 0) + 1
  series.sum += seconds
}

const emptySeries = (method: string, route: string, status: number): Series => ({
  labels: `method="${escaped(method)}",route="${escaped(route)}",status="${status}"`,
  counts: Array(BUCKETS.length + 1).fill(0),
  sum: 0,
})

const escaped = (label: string): string => label.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')

function lines({ labels, counts, sum }: Series): string[] {
  let upTo = 0
  const buckets = counts.map((count, at) => {
    upTo += count
    return `${NAME}_bucket{le="${BUCKETS[at] ?? '+Inf'}",${labels}} ${upTo}`
  })
  return [...buckets, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${upTo}`]
}
