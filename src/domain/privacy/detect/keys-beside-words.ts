// Long strings of letters and digits that only the words around them identify as keys.
import { type Span, spansOf } from './span.ts'

/** A key, if the words around it say so. */
const CANDIDATE = /(?<![\w+/.@%-])(?:0x)?[A-Za-z0-9+/_-]{16,200}={0,2}(?![\w+/@-])/g
const HEX_KEY = /(?<!\w)0x[\da-f]{64}(?!\w)/gi
const KEYS_NEAR =
  /secret|token|credential|passw|passphrase|bearer|(?<!\p{L}|(?:idempotency|primary|public|foreign|partition|cache|sort|object|row|map)[ _-])(?:key|keys|pw|pwd|schlüssel|clé|clave|chave|chiave|ключ|密钥|キー)(?!\p{L})|api[ _-]?key|private/giu
const OTHERS_NEAR =
  /hash|commit|sha-?\d*|checksum|digest|md5|etag|(?<!\p{L})(?:id|ids|uuid|tx|txid|block|revision|branch|trace|request|order|image|build|file|url|path|link|public|fingerprint|address|idempotency)(?!\p{L})|transaction/giu
export const NEAR_STEMS =
  /secret|token|credential|pass|bearer|key|pw|schlüssel|clé|clave|chave|chiave|ключ|密钥|キー|private/
/** Long runs of letters and digits that are not words, where the nearest relevant word announces a key. */
export function besideKeys(text: string): Span[] {
  if (!/[A-Za-z0-9+/_-]{16}/.test(text)) return []
  return spansOf(text, 'secret', CANDIDATE, (candidate, { before, after }) => {
    if (!looksMixed(candidate) || candidate.split('/').length > 4) return false
    const key = lastOf(KEYS_NEAR, before)
    const other = lastOf(OTHERS_NEAR, before)
    if (key !== -1 || other !== -1) return key > other
    const [rest = ''] = after.split('\n')
    const next = firstOf(KEYS_NEAR, rest)
    return next < Number.POSITIVE_INFINITY && next < firstOf(OTHERS_NEAR, rest)
  })
}
const lastOf = (words: RegExp, text: string): number => [...text.matchAll(words)].at(-1)?.index ?? -1
const firstOf = (words: RegExp, text: string): number =>
  text.matchAll(words).next().value?.index ?? Number.POSITIVE_INFINITY
/** Whether the nearest relevant word announces something public. */
function saysOther(before: string): boolean {
  const other = lastOf(OTHERS_NEAR, before)
  return other !== -1 && other > lastOf(KEYS_NEAR, before)
}
/** Letters and digits mixed, as in keys. Hexadecimal keys are long. */
function looksMixed(candidate: string): boolean {
  const digits = (candidate.match(/\d/g) ?? []).length
  if (/^(?:0x)?[\da-f]+$/i.test(candidate))
    return candidate.length >= 32 && digits >= 4 && /[a-f]/i.test(candidate)
  if (/^[a-z]+(?:[_/-][a-z]+)*[_/-]?\d*$/i.test(candidate)) return false
  if (/^[A-Z2-7]{16,}$/.test(candidate)) return digits >= 2 && new Set(candidate).size >= 8
  const isOfBothCases = /[a-z]/.test(candidate) && /[A-Z]/.test(candidate)
  return (
    new Set(candidate).size >= 12 && (isOfBothCases ? digits >= 1 : digits >= 5) && candidate.length >= 20
  )
}

export const findHexKeys = (text: string): Span[] =>
  /0x/i.test(text) ? spansOf(text, 'secret', HEX_KEY, (_, { before }) => !saysOther(before)) : []
