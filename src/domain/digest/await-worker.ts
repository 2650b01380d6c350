// Waits for a digest worker's answer to a request in the database: only workers have the encoder.
import { Refusal } from '../../contract/refusal.ts'

const LOOK_EVERY_MS = 20

/** Refuses as unavailable if no worker answers in time, or if the one that did could not find an answer. */
export async function awaitWorker<Finding>(
  look: () => Promise<{ answered_at: Date | null; finding: Finding | null }>,
  patienceMs: number,
  couldNot: string,
): Promise<Finding> {
  for (let waited = 0; waited <= patienceMs; waited += LOOK_EVERY_MS) {
    const { answered_at, finding } = await look()
    if (finding) return finding
    if (answered_at) throw unanswered(couldNot)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw unanswered(
    'no digest worker answered in time; check that one is running (DIGEST_THREADS, or `fieldnote worker`) and try again',
  )
}

const unanswered = (detail: string) => new Refusal('unavailable', detail, { 'Retry-After': '5' })
