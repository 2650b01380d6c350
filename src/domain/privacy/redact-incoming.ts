// The one point between checking and storing at which what comes in is redacted, whatever way it took.
import { LIMITS } from '../../contract/limits.ts'
import type { ObservationBatchCreate } from '../../contract/observations/observations.ts'
import type { ResearchAnswerCreate } from '../../contract/research/research.ts'
import { countRedactions, type PrivacyRow } from '../../db/privacy/privacy.ts'
import type { AgentDeps } from '../deps.ts'
import { type Soon, whenKnown } from '../soon.ts'
import { inTurns } from './in-turns.ts'
import { createRedact, type Redact, type Redactions } from './redact.ts'

type Kept<T> = { value: T; redactions: Redactions | null }

export const redactBatch = (
  deps: AgentDeps,
  projectId: string,
  batch: ObservationBatchCreate,
): Soon<Kept<ObservationBatchCreate>> =>
  whenKnown(redactOf(deps, projectId), (redact) =>
    whenKnown(redactTexts(redact, batch.observations), ({ value: observations, redactions }) =>
      redactions === null ? { value: batch, redactions } : { value: { ...batch, observations }, redactions },
    ),
  )

/** Rows of an imported file, by the settings that stand as they are received. */
export const redactRows = <T extends Texts>(settings: PrivacyRow, rows: T[]): Soon<Kept<T[]>> =>
  redactTexts(compiledOf(settings), rows)

type Texts = { title: string; description: string }

/** At once where there is nothing to replace: to make promises and generators for that took as long as to look. */
function redactTexts<T extends Texts>(redact: Redact | null, items: T[]): Soon<Kept<T[]>> {
  const isClear = ({ title, description }: T) => redact?.isClear(title) && redact.isClear(description)
  if (!redact || (items.length <= FEW && items.every(isClear))) return { value: items, redactions: null }
  const redactions: Redactions = {}
  return inTurns(redactEach(redact, items, redactions)).then((value) => ({ value, redactions }))
}

const FEW = 4 // of the longest take a millisecond to look at

function* redactEach<T extends Texts>(
  redact: Redact,
  items: T[],
  redactions: Redactions,
): Generator<void, T[]> {
  const done: T[] = []
  for (const item of items) {
    const title = yield* redactOne(redact, item.title, LIMITS.titleLength, redactions)
    yield
    const description = yield* redactOne(redact, item.description, LIMITS.descriptionLength, redactions)
    yield
    done.push({ ...item, title, description })
  }
  return done
}

export async function redactAnswer(
  deps: AgentDeps,
  projectId: string,
  answer: ResearchAnswerCreate,
): Promise<Kept<ResearchAnswerCreate>> {
  const redact = await redactOf(deps, projectId)
  if (!redact) return { value: answer, redactions: null }
  const redactions: Redactions = {}
  const text = await inTurns(redactOne(redact, answer.answer, LIMITS.answerLength, redactions))
  return { value: { ...answer, answer: text }, redactions }
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

/** What was replaced is added to `redactions`. */
function* redactOne(
  redact: Redact,
  text: string,
  most: number,
  redactions: Redactions,
): Generator<void, string> {
  const done = yield* redact.redact(text)
  for (const [kind, count] of Object.entries(done.redactions))
    redactions[kind] = (redactions[kind] ?? 0) + count
  return fitted(done.text, most)
}

/** A placeholder may be longer than what it stands for. */
const fitted = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('')

/** Compiled once for as long as the settings stand. */
const compiled = new WeakMap<PrivacyRow, { redact: Redact | null }>()

const redactOf = ({ cache }: AgentDeps, projectId: string): Soon<Redact | null> =>
  whenKnown(cache.settings(projectId), ({ privacy }) => compiledOf(privacy))

function compiledOf(settings: PrivacyRow): Redact | null {
  const known = compiled.get(settings) ?? { redact: createRedact(settings.redact, settings.patterns) }
  compiled.set(settings, known)
  return known.redact
}
