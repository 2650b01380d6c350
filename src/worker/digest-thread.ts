// The digest's thread, apart from the one that answers calls: the digest, imports and outgoing messages.
// run-digest-thread.ts starts it.
import './navigator-user-agent.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { followDatabaseClock } from '../db/database-clock.ts'
import { createPool, PATIENT } from '../db/pool.ts'
import { UNCOUNTED } from '../domain/deps.ts'
import { logged } from '../http/errors.ts'
import { newId } from '../process-facts.ts'
import { DIGEST_CONNECTIONS, startDigesting } from './digesting.ts'
import { DELIVERY_CONNECTIONS, IMPORT_CONNECTIONS, startDelivering, startImporting } from './loops.ts'
import { BEAT_MS, type DigestOrder, type DigestReport, type DigestTask } from './run-digest-thread.ts'

const { config, connection, baseUrl } = workerData as DigestTask

const report = (what: DigestReport) => parentPort?.postMessage(what)
const connections = config.digestThreads * DIGEST_CONNECTIONS + DELIVERY_CONNECTIONS + IMPORT_CONNECTIONS
// Beats start at once, so that a thread that is still waiting for a connection is not considered stuck.
let digest: ReturnType<typeof startDigesting> | undefined
const beats = setInterval(() => report({ turnMs: digest?.longestTurnMs() ?? 0 }), BEAT_MS)
// Nothing needs an orderly shutdown before everything runs. In a thread, `process.exit` ends only the thread.
let stop = async (): Promise<void> => process.exit()
parentPort?.on('message', (order: DigestOrder) => (order === 'wake' ? digest?.wake() : stop()))
const db = createPool(connection, connections, PATIENT)
const clock = await followDatabaseClock(db)
const deps = { db, now: clock.now, newId, meter: UNCOUNTED, wakeDigest: () => {} }
const onError = (error: unknown) => report({ fault: logged(error) })
digest = startDigesting(config, deps, onError)
const delivering = startDelivering(config, baseUrl, deps, onError)
const importing = startImporting(deps, onError)

stop = async () => {
  await Promise.all([digest?.stop(), delivering.stop(), importing.stop()])
  clock.stop()
  await db.end()
  clearInterval(beats)
  parentPort?.close()
}
