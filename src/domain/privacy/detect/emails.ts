// Email addresses, in any script, also written with (at) and (dot).
import { type Span, spansOf } from './span.ts'

const LOCAL = String.raw`[\p{L}\p{N}_%+][\p{L}\p{N}._%+'-]{0,63}`
const DOMAIN = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,50})`
const PLAIN = new RegExp(String.raw`(?<![\p{L}\p{N}._%+/-])${LOCAL}@${DOMAIN}(?![\p{L}\p{N}@])`, 'gu')

const AT = String.raw`\s?(?:\(at\)|\[at\]|\{at\}|<at>)\s?`
const DOT = String.raw`(?:\s?(?:\(dot\)|\[dot\]|\{dot\}|<dot>)\s?|\.)`
const SPELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+-])${LOCAL}${AT}[\p{L}\p{N}-]{1,63}(?:${DOT}[\p{L}\p{N}-]{2,63}){1,4}`,
  'giu',
)

/** What looks like a domain in `logo@2x.png`. */
const FILES = /\.(?:png|jpe?g|gif|svg|webp|css|m?[jt]sx?|json|html?|pdf|py|rb|go|rs|java|ya?ml|md|txt|lock)$/i

export function findEmails(text: string): Span[] {
  const spans = text.includes('@')
    ? spansOf(text, 'email', PLAIN, (found) => !FILES.test(found) && !found.includes('..'))
    : []
  return /[([{<]at[)\]}>]/i.test(text) ? [...spans, ...spansOf(text, 'email', SPELLED)] : spans
}
