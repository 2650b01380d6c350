// How long each transaction holds a project's digest lock, and what it did, while the digest runs in this process.
import pg from 'pg'
import { createEmbedPool } from '../dist/digest/encode/embed-pool.js'
import { createEngine } from '../dist/digest/engine.js'
import { UNCOUNTED } from '../dist/domain/deps.js'
import { newId } from '../dist/process-facts.js'
import { digestOnce } from '../dist/worker/digest-worker.js'

const LOCK = 'lock-digest-state'

/** A pool whose connections tell how long a transaction went on after it got the lock. */
function watchedPool(connection, onHeld) {
  const pool = new pg.Pool({ ...connection, max: 8, options: '-c timezone=UTC' })
  pool.on('connect', (client) => {
    const plain = client.query.bind(client)
    let since
    let [longest, slowest] = [0, '']
    client.query = async (...args) => {
      const text = args[0].name ?? args[0].text ?? args[0]
      const begun = performance.now()
      const answer = await plain(...args)
      const now = performance.now()
      if (text === LOCK) {
        since ??= now
        ;[longest, slowest] = [0, '']
      } else if (since !== undefined && now - begun > longest) [longest, slowest] = [now - begun, text]
      if (since !== undefined && (text === 'COMMIT' || text === 'ROLLBACK')) {
        onHeld({ ms: now - since, longest, slowest: slowest.replace(/\s+/g, ' ').slice(0, 60) })
        since = undefined
      }
      return answer
    }
  })
  return pool
}

/** Digests until nothing is left to do; the longest time that the lock was held, and what took most of it. */
export async function digestWatched(connection, mostMs = 120_000) {
  let worst = { ms: 0, longest: 0, slowest: '' }
  let held = 0
  const db = watchedPool(connection, (one) => {
    held++
    if (one.ms > worst.ms) worst = one
  })
  const deps = { db, now: () => new Date(), newId, meter: UNCOUNTED, wakeDigest: () => {} }
  const engine = createEngine({
    encoder: createEmbedPool({ threads: 1 }),
    embeddings: null,
    chat: null,
    threshold: null,
  })
  const begun = performance.now()
  while (performance.now() - begun < mostMs && (await digestOnce(deps, engine)));
  await engine.close()
  await db.end()
  return { ...worst, held, seconds: (performance.now() - begun) / 1000 }
}
