// The digest, and telling the outside, in a thread of their own, apart from the one that answers calls; run-digest-thread.ts starts it.
import { parentPort, workerData } from 'node:worker_threads'
import { createPool } from '../db/pool.ts'
import { UNCOUNTED } from '../domain/deps.ts'
import { logged } from '../http/errors.ts'
import { newId } from '../process-facts.ts'
import { DELIVERY_CONNECTIONS, startDelivering } from './delivering.ts'
import { startDigesting } from './digesting.ts'
import type { DigestOrder, DigestTask } from './run-digest-thread.ts'

const { config, connection, baseUrl } = workerData as DigestTask
const CONNECTIONS = 4 // two loops, each with a claim and a transaction

const db = createPool(connection, config.digestThreads * CONNECTIONS + DELIVERY_CONNECTIONS)
const deps = { db, now: () => new Date(), newId, meter: UNCOUNTED, wakeDigest: () => {} }
const onError = (error: unknown) => parentPort?.postMessage(logged(error))
const digest = startDigesting(config, deps, onError)
const delivering = startDelivering(config, baseUrl, deps, onError)

parentPort?.on('message', async (order: DigestOrder) => {
  if (order === 'wake') return digest.wake()
  await Promise.all([digest.stop(), delivering.stop()])
  await db.end()
  parentPort?.close()
})
