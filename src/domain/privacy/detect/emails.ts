// Email addresses in any script, also with (at) and (dot) or spelled out.
import { type Span, spansOf } from './span.ts'

const LOCAL = String.raw`[\p{L}\p{N}_%+][\p{L}\p{N}._%+'-]{0,63}`
const DOMAIN = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,50})`
const PLAIN = new RegExp(String.raw`(?<![\p{L}\p{N}._%+-]|//)${LOCAL}@${DOMAIN}(?![\p{L}\p{N}@])`, 'gu')

const AT = String.raw`\s?(?:[([{<](?:at|ät|a|@)[)\]}>]|_at_)\s?`
const SPOKEN_DOT = String.raw`\s(?:dot|punkt|punto|ponto)\s`
const DOT = String.raw`(?:\s?(?:\(dot\)|\[dot\]|\{dot\}|<dot>|\(\.\)|\[\.\])\s?|${SPOKEN_DOT}|\.)`
const SPELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+-])(?:[\p{L}\p{N}_-]{1,32}\s?[([{<](?:dot|\.)[)\]}>]\s?){0,3}${LOCAL}${AT}[\p{L}\p{N}-]{1,63}(?:${DOT}[\p{L}\p{N}-]{2,63}){1,4}`,
  'giu',
)
/** "at" is in many sentences; few also have a "dot" after it. */
const SPOKEN = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+-])(?:[\p{L}\p{N}_-]{1,32}${SPOKEN_DOT}){0,2}${LOCAL}\s(?:at|ät|@|arroba|arobase|chiocciola)\s[\p{L}\p{N}-]{1,63}(?:${SPOKEN_DOT}[\p{L}\p{N}-]{2,63}){1,3}`,
  'giu',
)

/** A name of several parts and a domain: "works at example.com" has no such name. */
const APART = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}]{1,40}[._\d][\p{L}\p{N}._+-]{0,40} (?:at|ät|@|arroba|arobase) ${DOMAIN}(?![\p{L}\p{N}@])`,
  'giu',
)

/** Looks like a domain in `logo@2x.png`. */
const FILES = /\.(?:png|jpe?g|gif|svg|webp|css|m?[jt]sx?|json|html?|pdf|py|rb|go|rs|java|ya?ml|md|txt|lock)$/i

export function findEmails(text: string): Span[] {
  const isAddress = (candidate: string) => !FILES.test(candidate) && !candidate.includes('..')
  return [
    ...(text.includes('@')
      ? spansOf(
          text,
          'email',
          PLAIN,
          (candidate, { after }) => isAddress(candidate) && !isClone(candidate, after),
        )
      : []),
    ...(/[([{<](?:at|ät|a|@)[)\]}>]|_at_/i.test(text) ? spansOf(text, 'email', SPELLED) : []),
    ...(/ (?:at|ät|@|arroba|arobase) [^\s.]{1,63}\.[^\s\d]{2}/i.test(text)
      ? spansOf(text, 'email', APART, isAddress)
      : []),
    ...(/\s(?:dot|punkt|punto|ponto)\s/i.test(text) ? spansOf(text, 'email', SPOKEN) : []),
  ]
}

/** `git@host:path` is a repository. */
const isClone = (candidate: string, after: string): boolean =>
  candidate.startsWith('git@') && after.startsWith(':')
