// The one point between checking and storing at which what comes in is redacted, whatever way it took.
import { setImmediate as othersServed } from 'node:timers/promises'
import { LIMITS } from '../../contract/limits.ts'
import type { ObservationBatchCreate } from '../../contract/observations/observations.ts'
import type { ResearchAnswerCreate } from '../../contract/research/research.ts'
import type { Database } from '../../db/pool.ts'
import { countRedactions, selectPrivacy } from '../../db/privacy/privacy.ts'
import type { Deps } from '../deps.ts'
import { createRedact, type Redact, type Redactions } from './redact.ts'

/** For so long a process follows the settings that it has read; a change is answered only after this. */
export const KEPT_MS = 1_000
const MOST_KEPT = 10_000 // projects
const YIELD_AFTER_MS = 20 // others are served in between, however much is to be looked at

type Kept<T> = { value: T; redactions: Redactions | null }

export async function redactBatch(
  deps: Deps,
  projectId: string,
  batch: ObservationBatchCreate,
): Promise<Kept<ObservationBatchCreate>> {
  const redact = await redactOf(deps, projectId)
  if (!redact) return { value: batch, redactions: null }
  const work = counting(redact)
  const observations: ObservationBatchCreate['observations'] = []
  for (const item of batch.observations) {
    if (work.isLong()) await othersServed()
    observations.push({
      ...item,
      title: work.redact(item.title, LIMITS.titleLength),
      description: work.redact(item.description, LIMITS.descriptionLength),
    })
  }
  return { value: { ...batch, observations }, redactions: work.redactions }
}

export async function redactAnswer(
  deps: Deps,
  projectId: string,
  answer: ResearchAnswerCreate,
): Promise<Kept<ResearchAnswerCreate>> {
  const redact = await redactOf(deps, projectId)
  if (!redact) return { value: answer, redactions: null }
  const work = counting(redact)
  const text = work.redact(answer.answer, LIMITS.answerLength)
  return { value: { ...answer, answer: text }, redactions: work.redactions }
}

/** Counted once what was redacted is stored; where that fails, the count is lost, and the post is not refused for it. */
export async function noteRedactions(
  { db, now }: Deps,
  projectId: string,
  redactions: Redactions | null,
): Promise<void> {
  const counts = Object.entries(redactions ?? {})
  if (counts.length > 0) await countRedactions(db, projectId, now(), counts).catch(() => {})
}

function counting(redact: Redact) {
  const redactions: Redactions = {}
  let since = performance.now()
  return {
    redactions,
    /** Whether it has gone on for so long that others should be served first. */
    isLong(): boolean {
      const long = performance.now() - since > YIELD_AFTER_MS
      if (long) since = performance.now()
      return long
    },
    redact(text: string, most: number): string {
      const done = redact(text)
      for (const [kind, count] of Object.entries(done.redactions))
        redactions[kind] = (redactions[kind] ?? 0) + count
      return fitted(done.text, most)
    },
  }
}

/** A placeholder may be longer than what it stands for. */
const fitted = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('')

type Known = { until: number; redact: Promise<Redact | null> }

/** Of each database: what belongs to a connection pool goes with it. */
const known = new WeakMap<Database, Map<string, Known>>()

function redactOf({ db }: Deps, projectId: string): Promise<Redact | null> {
  const projects = known.get(db) ?? new Map<string, Known>()
  known.set(db, projects)
  const found = projects.get(projectId)
  const at = performance.now()
  if (found && at < found.until) return found.redact
  if (projects.size >= MOST_KEPT) projects.clear()
  const redact = selectPrivacy(db, projectId).then((row) => createRedact(row.redact, row.patterns))
  redact.catch(() => projects.delete(projectId))
  projects.set(projectId, { until: at + KEPT_MS, redact })
  return redact
}

export function forgetRedact({ db }: Deps, projectId: string): void {
  known.get(db)?.delete(projectId)
}
