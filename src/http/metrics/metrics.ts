// Prometheus metrics of one process.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Meter } from '../../domain/deps.ts'

export type PoolStatus = { totalCount: number; idleCount: number; waitingCount: number }

export type Metrics = Meter & {
  observeRequest(method: string, route: string, status: number, seconds: number): void
  /** A regular chore finished or failed. */
  choreDone(chore: string, well: boolean): void
  /** An unhandled error of a request. */
  unhandledError(): void
  // These add metrics that depend on parts of the service made later.
  /** What agents post: database connections, and posts that wait or are being stored. */
  watchIngest(pool: PoolStatus, posts: () => { waiting: number; underWay: number }): void
  /** How many requests wait in project queues. */
  watchWaiting(waiting: () => number): void
  /** The age of the last backup, if there is one, and the interval, if backups are scheduled. */
  watchBackups(readAge: () => Promise<number | null>, everyHours: number | null): void
  render(): Promise<{ contentType: string; text: string }>
}

type DigestBacklog = { pending: number; failed: number; lag_seconds: number; oldest_seconds: number }

/** Read from the database over all processes: every process reports the same. */
type DigestFacts = { readBacklog(): Promise<DigestBacklog>; readFaults(): Promise<number> }

export function createMetrics(pool: PoolStatus, { readBacklog, readFaults }: DigestFacts): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'fieldnote_http_request_duration_seconds',
    help: 'Duration of HTTP requests by route; its count is the number of requests.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const observations = new Counter({
    name: 'fieldnote_observations_total',
    help: 'Observations stored.',
    labelNames: ['source'] as const,
    registers,
  })
  const answers = new Counter({
    name: 'fieldnote_answers_total',
    help: 'Research answers stored.',
    labelNames: ['source'] as const,
    registers,
  })
  // Registered before the metrics that query the database, which would otherwise count their own queries as waiting.
  watchPool('fieldnote_db_pool_connections', 'Database connections of this process', pool, registers)
  gaugeDigest(askedOnce(readBacklog), registers)
  countFaults(readFaults, registers)
  const failing = new Gauge({
    name: 'fieldnote_chore_failing',
    help: '1 if the last run of a regular chore of this process failed.',
    labelNames: ['chore'] as const,
    registers,
  })
  const unhandled = new Counter({
    name: 'fieldnote_unhandled_errors_total',
    help: 'Unhandled errors of requests; each closed its connection.',
    registers,
  })
  return {
    choreDone: (chore, well) => failing.set({ chore }, well ? 0 : 1),
    observeRequest: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    observationsStored: (source, count) => observations.inc({ source }, count),
    answerStored: (source) => answers.inc({ source }),
    unhandledError: () => unhandled.inc(),
    watchBackups(readAge, everyHours) {
      if (everyHours !== null)
        new Gauge({
          name: 'fieldnote_backup_every_seconds',
          help: 'The interval of scheduled backups.',
          registers,
        }).set(everyHours * 3_600)
      new Gauge({
        name: 'fieldnote_backup_age_seconds',
        help: 'The age of the last backup.',
        registers,
        async collect() {
          const age = await readAge().catch(() => null)
          if (age === null) this.remove()
          else this.set(age)
        },
      })
    },
    watchWaiting(waiting) {
      new Gauge({
        name: 'fieldnote_connections_waiting',
        help: 'Requests of agents that wait in the queue of their project.',
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
        help: 'Posts of observations waiting to be stored, and groups of posts being stored.',
        labelNames: ['state'] as const,
        registers,
        collect() {
          const { waiting, underWay } = posts()
          this.set({ state: 'waiting' }, waiting)
          this.set({ state: 'groups_under_way' }, underWay)
        },
      })
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
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
  ['fieldnote_digest_failed', 'Observations and answers given up after the last attempt.', 'failed'],
  ['fieldnote_digest_lag_seconds', 'How long the oldest due one has waited.', 'lag_seconds'],
  [
    'fieldnote_digest_oldest_job_seconds',
    'How long ago the oldest pending one was queued, failed attempts included.',
    'oldest_seconds',
  ],
]

/** Left out while the database is unreachable. */
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

/** Concurrent callers share one query. */
function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= ask().finally(() => {
      pending = undefined
    })
    return pending
  }
}

function countFaults(readFaults: () => Promise<number>, registers: Registry[]): void {
  new Counter({
    name: 'fieldnote_digest_faults_total',
    help: 'Failed digest batches, and digest threads that ended or hung, in all processes.',
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
