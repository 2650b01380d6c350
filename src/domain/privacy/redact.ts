// Replaces text that a project does not want to store by placeholders that name its kind.
import type { RedactionKind } from '../../contract/labels.ts'
import { findCards } from './detect/cards.ts'
import { findEmails } from './detect/emails.ts'
import { findIbans } from './detect/ibans.ts'
import { findIpAddresses } from './detect/ip-addresses.ts'
import { findPhones } from './detect/phones.ts'
import { findSecrets } from './detect/secrets.ts'
import { type Detector, inOriginal, readable, type Span, UNUSUAL_CHARACTERS } from './detect/span.ts'
import { compilePattern } from './patterns/compile-pattern.ts'

export type OwnPattern = { name: string; pattern: string }

/** The number of replacements of each kind. */
export type Redactions = Record<string, number>

/** Without a prototype, because a pattern may be called `constructor`. */
export const noRedactions = (): Redactions => Object.create(null)

type Redacted = { text: string; redactions: Redactions }

export type Redact = {
  /** Yields after a bounded amount of work, so that others can be served (`inTurns`). */
  redact(text: string): Generator<void, Redacted>
  /** A cheap check that nothing needs replacing, which is so for most notes. */
  isClear(text: string): boolean
}

/** Where two overlap, the one higher up wins: an account number may look like a phone number. */
const DETECTORS: [RedactionKind, Detector][] = [
  ['secret', findSecrets],
  ['email', findEmails],
  ['iban', findIbans],
  ['card', findCards],
  ['ip', findIpAddresses],
  ['phone', findPhones],
]

/** Null when there is nothing to look for. */
export function createRedact(
  kinds: readonly RedactionKind[],
  patterns: readonly OwnPattern[],
): Redact | null {
  const own = patterns.map(({ name, pattern }) => ({ name, find: compilePattern(pattern) }))
  const builtIn = DETECTORS.filter(([kind]) => kinds.includes(kind)).map(([, find]) => find)
  if (own.length + builtIn.length === 0) return null
  const isClear = (text: string): boolean => own.length === 0 && !SIGNS.test(text)
  const redact = function* (text: string) {
    if (isClear(text)) return { text, redactions: {} }
    const read = readable(text)
    const spans: Span[] = []
    let unread: Span | null = null
    for (const { name, find } of own) {
      const looked = yield* find(read.text)
      for (const span of looked.spans) spans.push(inOriginal(read, { ...span, kind: name }))
      if (looked.read < read.text.length) {
        const rest = inOriginal(read, { start: looked.read, end: read.text.length, kind: name })
        if (!unread || rest.start < unread.start) unread = { ...rest, end: text.length }
      }
    }
    if (SIGNS.test(read.text))
      for (const find of builtIn) {
        for (const span of find(read.text)) spans.push(inOriginal(read, span))
        yield
      }
    if (!unread) return replaced(text, withoutOverlaps(spans, text.length))
    return withoutRest(text, unread, spans)
  }
  return { redact, isClear }
}

/**
 * Everything that is built in has one of these in it: a digit or another character of few texts, an (at) or a "dot", words that come
 * before spelled digits and words of a seed, or the beginning of a key that may have letters alone. Digits and signs of other scripts
 * are among them, so that a text is looked at once.
 */
const SIGNS = new RegExp(
  `[\\d@#$%^&*_+=!${UNUSUAL_CHARACTERS}]|[([{<][Aa][Tt][)\\]}>]|(?:[Dd]ot|DOT|[Cc]ode|[Ss]eed|nemonic|ecovery) |PIN |OTP |-----B|sk-|glpat-|pypi-|xox|AKIA|ASIA|AIza|SG\\.|eyJ`,
)

function replaced(text: string, spans: Span[]): Redacted {
  const redactions = noRedactions()
  let redacted = ''
  let at = 0
  for (const { start, end, kind } of spans) {
    redacted += `${text.slice(at, start)}[${kind}]`
    redactions[kind] = (redactions[kind] ?? 0) + 1
    at = end
  }
  return { text: redacted + text.slice(at), redactions }
}

/** What a pattern could not look through is not kept, nor what begins before it and ends in it. */
function withoutRest(text: string, { start, kind }: Span, spans: Span[]): Redacted {
  let from = start
  for (const span of [...spans].sort((a, b) => b.end - a.end))
    if (span.end > from) from = Math.min(from, span.start)
  const before = spans.filter(({ end }) => end <= from)
  const { text: kept, redactions } = replaced(text.slice(0, from), withoutOverlaps(before, from))
  return {
    text: `${kept}[${kind}: rest of the text]`,
    redactions: { ...redactions, [kind]: (redactions[kind] ?? 0) + 1 },
  }
}

/** Those found first win; in the order of the text. */
function withoutOverlaps(spans: Span[], length: number): Span[] {
  if (spans.length < 2) return spans
  const taken = new Uint8Array(length)
  const kept = spans.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false
    taken.fill(1, start, end)
    return true
  })
  return kept.sort((a, b) => a.start - b.start)
}
