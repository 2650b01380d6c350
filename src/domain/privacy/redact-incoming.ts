// Redacts incoming text after validation and before storage, for every transport.
import { LIMITS } from '../../contract/limits.ts'
import type { ObservationBatchCreate } from '../../contract/observations/observations.ts'
import type { ResearchAnswerCreate } from '../../contract/research/research.ts'
import { countRedactions, type PrivacyRow } from '../../db/privacy/privacy.ts'
import type { AgentDeps } from '../deps.ts'
import { inTurns } from './in-turns.ts'
import { createRedact, noRedactions, type Redact, type Redactions } from './redact.ts'

type Redacted<T> = { value: T; redactions: Redactions | null }

export async function redactBatch(
  deps: AgentDeps,
  projectId: string,
  batch: ObservationBatchCreate,
): Promise<Redacted<ObservationBatchCreate>> {
  const { value: observations, redactions } = await redactTexts(
    await redactOf(deps, projectId),
    batch.observations,
  )
  return { value: redactions === null ? batch : { ...batch, observations }, redactions }
}

/** Redacts the rows of an imported file by the settings at the time of receipt. */
export const redactRows = <T extends Texts>(settings: PrivacyRow, rows: T[]): Promise<Redacted<T[]>> =>
  redactTexts(compiledOf(settings), rows)

type Texts = { title: string; description: string; quote?: string | null }

async function redactTexts<T extends Texts>(redact: Redact | null, items: T[]): Promise<Redacted<T[]>> {
  const isClear = ({ title, description, quote }: T) =>
    redact?.isClear(title) && redact.isClear(description) && (!quote || redact.isClear(quote))
  if (!redact || (items.length <= FEW && items.every(isClear))) return { value: items, redactions: null }
  const redactions = noRedactions()
  return { value: await inTurns(redactEach(redact, items, redactions)), redactions }
}

const FEW = 4 // checking these takes a millisecond at maxLength

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
    if (!item.quote) {
      done.push({ ...item, title, description })
      continue
    }
    const quote = yield* redactOne(redact, item.quote, LIMITS.quoteLength, redactions)
    yield
    done.push({ ...item, title, description, quote })
  }
  return done
}

export async function redactAnswer(
  deps: AgentDeps,
  projectId: string,
  answer: ResearchAnswerCreate,
): Promise<Redacted<ResearchAnswerCreate>> {
  const redact = await redactOf(deps, projectId)
  if (!redact) return { value: answer, redactions: null }
  const redactions = noRedactions()
  const text = await inTurns(redactOne(redact, answer.answer, LIMITS.answerLength, redactions))
  return { value: { ...answer, answer: text }, redactions }
}

/** Counted once the redacted text is stored. A failure here loses the count and does not refuse the post. */
export async function noteRedactions(
  { ingest, now }: AgentDeps,
  projectId: string,
  redactions: Redactions | null,
): Promise<void> {
  const counts = Object.entries(redactions ?? {})
  if (counts.length > 0) await countRedactions(ingest, projectId, now(), counts).catch(() => {})
}

/** Adds the replacements to `redactions`. */
function* redactOne(
  redact: Redact,
  text: string,
  maxLength: number,
  redactions: Redactions,
): Generator<void, string> {
  const done = yield* redact.redact(text)
  for (const [kind, count] of Object.entries(done.redactions))
    redactions[kind] = (redactions[kind] ?? 0) + count
  return fitted(done.text, maxLength)
}

/** A placeholder may be longer than the text that it replaces. */
const fitted = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : [...text].slice(0, maxLength).join('')

/** Compiled once per version of the settings. */
const compiled = new WeakMap<PrivacyRow, { redact: Redact | null }>()

const redactOf = async ({ cache }: AgentDeps, projectId: string): Promise<Redact | null> =>
  compiledOf((await cache.settings(projectId)).privacy)

function compiledOf(settings: PrivacyRow): Redact | null {
  const entry = compiled.get(settings) ?? { redact: createRedact(settings.redact, settings.patterns) }
  compiled.set(settings, entry)
  return entry.redact
}
