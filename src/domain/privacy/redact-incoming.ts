// The one point between checking and storing at which what comes in is redacted, whatever way it took.
import { setImmediate as othersServed } from 'node:timers/promises'
import { LIMITS } from '../../contract/limits.ts'
import type { ObservationBatchCreate } from '../../contract/observations/observations.ts'
import type { ResearchAnswerCreate } from '../../contract/research/research.ts'
import { countRedactions, type PrivacyRow } from '../../db/privacy/privacy.ts'
import type { AgentDeps } from '../deps.ts'
import { createRedact, type Redact, type Redactions } from './redact.ts'

const YIELD_AFTER_MS = 20 // others are served in between, however much is to be looked at

type Kept<T> = { value: T; redactions: Redactions | null }

export async function redactBatch(
  deps: AgentDeps,
  projectId: string,
  batch: ObservationBatchCreate,
): Promise<Kept<ObservationBatchCreate>> {
  const redact = await redactOf(deps, projectId)
  const { value: observations, redactions } = await redactTexts(redact, batch.observations)
  return { value: { ...batch, observations }, redactions }
}

/** Rows of an imported file, by the settings that stand as they are received. */
export const redactRows = <T extends Texts>(settings: PrivacyRow, rows: T[]): Promise<Kept<T[]>> =>
  redactTexts(compiledOf(settings), rows)

type Texts = { title: string; description: string }

async function redactTexts<T extends Texts>(redact: Redact | null, items: T[]): Promise<Kept<T[]>> {
  if (!redact) return { value: items, redactions: null }
  const work = counting(redact)
  const value: T[] = []
  for (const item of items) {
    if (work.isLong()) await othersServed()
    value.push({
      ...item,
      title: work.redact(item.title, LIMITS.titleLength),
      description: work.redact(item.description, LIMITS.descriptionLength),
    })
  }
  return { value, redactions: work.redactions }
}

export async function redactAnswer(
  deps: AgentDeps,
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
  { ingest, now }: AgentDeps,
  projectId: string,
  redactions: Redactions | null,
): Promise<void> {
  const counts = Object.entries(redactions ?? {})
  if (counts.length > 0) await countRedactions(ingest, projectId, now(), counts).catch(() => {})
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

/** Compiled once for as long as the settings stand. */
const compiled = new WeakMap<PrivacyRow, { redact: Redact | null }>()

const redactOf = async ({ kept }: AgentDeps, projectId: string): Promise<Redact | null> =>
  compiledOf((await kept.settings(projectId)).privacy)

function compiledOf(settings: PrivacyRow): Redact | null {
  const known = compiled.get(settings) ?? { redact: createRedact(settings.redact, settings.patterns) }
  compiled.set(settings, known)
  return known.redact
}
