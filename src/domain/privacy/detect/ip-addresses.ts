// IP addresses of real machines, without addresses that every machine has and version numbers.
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
    // First, because it may end in an IPv4 address.
    ...(/:[0-9a-f]{0,4}:/i.test(text) ? spansOf(text, 'ip', V6, isAddress) : []),
    ...boundedSpans(
      text,
      'ip',
      V4,
      (candidate, { before }) => !EVERYWHERE.test(candidate) && !isVersion(candidate, before),
    ),
  ]
}

/** Short names in programs look like addresses: `Face::add`. */
function isAddress(candidate: string): boolean {
  const digits = candidate.replace(/[^0-9a-f]/gi, '')
  return isIPv6(candidate) && /\d/.test(digits) && digits.length >= 5 && !EVERYWHERE.test(candidate)
}

/** Words such as "from" announce a version only before small numbers: "from 2.0.1.4". */
function isVersion(candidate: string, before: string): boolean {
  if (!VERSION.test(before)) return false
  const explicit = !/(?:\bto|\bfrom|update)\s*$/i.test(before)
  return explicit || candidate.split('.').every((part) => Number(part) < 20)
}
