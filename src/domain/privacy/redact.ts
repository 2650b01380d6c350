// Replaces what a project does not want to keep by placeholders that say what was there.
import type { RedactionKind } from '../../contract/labels.ts'
import { findCards } from './detect/cards.ts'
import { findEmails } from './detect/emails.ts'
import { findIbans } from './detect/ibans.ts'
import { findIpAddresses } from './detect/ip-addresses.ts'
import { findPhones } from './detect/phones.ts'
import { findSecrets } from './detect/secrets.ts'
import { type Detector, plainCharacters, type Span } from './detect/span.ts'
import { compilePattern } from './patterns/compile-pattern.ts'

export type OwnPattern = { name: string; pattern: string }

/** How many of each kind were replaced. */
export type Redactions = Record<string, number>

export type Redact = (text: string) => { text: string; redactions: Redactions }

/** Where two claim the same characters, the one further up has them: an account number may look like a telephone's. */
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
  const own = patterns.map(({ name, pattern }): Detector => {
    const find = compilePattern(pattern)
    return (text) => find(text).map((span) => ({ ...span, kind: name }))
  })
  const builtIn = DETECTORS.filter(([kind]) => kinds.includes(kind)).map(([, find]) => find)
  if (own.length + builtIn.length === 0) return null
  return (text) => {
    const plain = plainCharacters(text)
    const detectors = SIGNS.test(plain) ? [...own, ...builtIn] : own
    return detectors.length === 0 ? { text, redactions: {} } : redactWith(detectors, text, plain)
  }
}

/** Everything that is built in has one of these in it; most notes have none, and cost next to nothing. */
const SIGNS = /[\d@#$%^&*_+=!]|[([{<]at[)\]}>]|-----BEGIN/i

function redactWith(
  detectors: Detector[],
  text: string,
  plain: string,
): { text: string; redactions: Redactions } {
  const spans = withoutOverlaps(
    detectors.flatMap((find) => find(plain)),
    text.length,
  )
  const redactions: Redactions = {}
  let redacted = ''
  let at = 0
  for (const { start, end, kind } of spans) {
    redacted += `${text.slice(at, start)}[${kind}]`
    redactions[kind] = (redactions[kind] ?? 0) + 1
    at = end
  }
  return { text: redacted + text.slice(at), redactions }
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
