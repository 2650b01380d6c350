// The digest in a thread of its own, apart from the one that answers calls; run-digest-thread.ts starts it.
import { parentPort, workerData } from 'node:worker_threads'
import { createPool, PATIENT } from '../db/pool.ts'
import { UNCOUNTED } from '../domain/deps.ts'
import { logged } from '../http/errors.ts'
import { newId } from '../process-facts.ts'
import { startDigesting } from './digesting.ts'
import { BEAT_MS, type DigestOrder, type DigestReport, type DigestTask } from './run-digest-thread.ts'

const { config, connection } = workerData as DigestTask
const CONNECTIONS = 4 // two loops, each with a claim and a transaction

const report = (what: DigestReport) => parentPort?.postMessage(what)
const db = createPool(connection, config.digestThreads * CONNECTIONS, PATIENT)
const deps = { db, now: () => new Date(), newId, meter: UNCOUNTED, wakeDigest: () => {} }
const digest = startDigesting(config, deps, (error) => report({ fault: logged(error) }))
const beats = setInterval(() => report({ turnMs: digest.longestTurnMs() }), BEAT_MS)

parentPort?.on('message', async (order: DigestOrder) => {
  if (order === 'wake') return digest.wake()
  await digest.stop()
  await db.end()
  clearInterval(beats)
  parentPort?.close()
})
