// IP addresses of machines that somebody uses; not those that every machine has, and not version numbers.
import { isIPv6 } from 'node:net'
import { bounded, boundedSpans, type Span, spansOf } from './span.ts'

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const V4 = bounded('(?<![\\w.-]|[A-Za-z]/)', `(?:${OCTET}(?:\\.|\\[\\.\\])){3}${OCTET}`, '(?![\\w-]|\\.\\d)')
const V6 =
  /(?<![\w:.])((?:[0-9a-f]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{0,4}))(?:%\w{1,15})?(?!\w|:[\w:])/gi

const VERSION =
  /(?:\bv|version|версия|версии|版本|バージョン|버전|الإصدار|versión|versione|ver\.|release|build|firmware|sdk|api|driver|windows|android|ios|macos|update|upgraded? (?:to|from)|\bto|\bfrom|section|chapter|§|step)\s*$/i
const EVERYWHERE = /^(?:127\.|0\.0\.0\.0$|255\.255\.|::1?$)/

export function findIpAddresses(text: string): Span[] {
  return [
    // First, because it may end in an address of the other kind.
    ...(/:[0-9a-f]{0,4}:/i.test(text) ? spansOf(text, 'ip', V6, isAddress) : []),
    ...boundedSpans(
      text,
      'ip',
      V4,
      (found, { before }) => !EVERYWHERE.test(found) && !isVersion(found, before),
    ),
  ]
}

/** Names in programs look like short ones: `Face::add`. */
function isAddress(found: string): boolean {
  const digits = found.replace(/[^0-9a-f]/gi, '')
  return isIPv6(found) && /\d/.test(digits) && digits.length >= 5 && !EVERYWHERE.test(found)
}

/** Words such as "from" say it of small numbers alone: "from 2.0.1.4". */
function isVersion(found: string, before: string): boolean {
  if (!VERSION.test(before)) return false
  const explicit = !/(?:\bto|\bfrom|update)\s*$/i.test(before)
  return explicit || found.split('.').every((part) => Number(part) < 20)
}
