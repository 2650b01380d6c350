// Waits for what a digest worker was asked in the database: only workers have the encoder.
import { Refusal } from '../../contract/refusal.ts'

const LOOK_EVERY_MS = 20

/** Refused as unavailable when none answers in time, or when the one that did could not find out. */
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
