// A note's relevant text: without forms, environments, logs, traces, code, addresses and quoted mail, which are the
// same in notes about different matters. Keeps identifying parts: faults, names, codes, products. Removes nothing from
// plain prose, in any language.
import { type Block, describeForm, type Form, fillingOf, saysNothing } from './form-text.ts'
import { isCode, isLogged, isOfTrace, speakingOf, withoutLogPrefix } from './machine-text.ts'
import { tidied, withoutRepeats } from './tidy-text.ts'

export type NoteText = { title: string; description: string }

/** The rest of a longer text is seldom about something else. */
const READ_CHARACTERS = 16_000

/** Returns the note unchanged when nothing would remain. */
export function readable({ title, description }: NoteText): NoteText {
  const read = { title: tidied(title), description: bodyOf(description.slice(0, READ_CHARACTERS)) }
  return /\p{L}/u.test(read.title + read.description) ? read : { title, description }
}

function bodyOf(description: string): string {
  const text = withoutMarkup(description)
  const lines = text.split(/\r\n|[\r\n]/)
  const said = lines.length > 1 ? readLines(lines) : [text]
  const kept = said.map(tidied).filter((line) => line.trim() !== '')
  return withoutRepeats(kept).join('\n')
}

// ---- Marked parts of a text

const TAGS =
  /<\/?(?:details|summary|b|i|u|em|strong|br|p|div|span|img|kbd|sub|sup|code|pre|tt|a|ul|ol|li|h[1-6]|table|thead|tbody|tr|td|th|hr|blockquote)(?:\s[^<>]{0,500})?\/?>/gi

function withoutMarkup(text: string): string {
  if (!text.includes('<')) return text
  const shown = cutOut(text, '<!--', '-->')
  const unfolded = cutOut(shown, '<details', '</details>')
  const visible = isMostOf(unfolded, shown) ? unfolded : shown
  // A single bare tag may be what the note is about.
  const tags = visible.match(TAGS) ?? []
  return tags.length > 1 || tags.some((tag) => tag.includes('=')) ? visible.replace(TAGS, ' ') : visible
}

/** Some people fold logs away, others their whole text. */
const isMostOf = (part: string, whole: string): boolean => lettersIn(part) >= Math.min(60, lettersIn(whole))
const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

function cutOut(text: string, from: string, to: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    const start = text.indexOf(from, at)
    if (start < 0) return kept + text.slice(at)
    const end = text.indexOf(to, start)
    kept += `${text.slice(at, start)}\n`
    if (end < 0) return kept
    at = end + to.length
  }
}

// ---- Line by line

type Reader = (lines: string[], at: number, form: Form) => Block | null

const READERS: Reader[] = [fence, mailQuote, trace, log, table, code, fillingOf, saysNothing]

function readLines(raw: string[]): string[] {
  const lines = raw.map((line) => line.trim())
  const end = beforeSignature(lines)
  const read = lines.slice(0, end)
  const form = describeForm(read)
  const said: string[] = []
  for (let at = 0; at < end; ) {
    const block = firstOf(read, at, form)
    said.push(...(block?.said ?? [read[at] as string]))
    at += block?.length ?? 1
  }
  return said
}

function firstOf(lines: string[], at: number, form: Form): Block | null {
  for (const reader of READERS) {
    const block = reader(lines, at, form)
    if (block) return block
  }
  return null
}

/** The number of consecutive lines from here that match. */
function run(lines: string[], at: number, isLike: (line: string) => boolean): number {
  let end = at
  while (end < lines.length && isLike(lines[end] as string)) end++
  return end - at
}

const FENCE = /^(?:`{3,}|~{3,})/

function fence(lines: string[], at: number): Block | null {
  const mark = FENCE.exec(lines[at] as string)?.[0]
  if (!mark || (lines[at] as string).includes(mark, mark.length)) return null
  const inside = run(lines, at + 1, (line) => !line.startsWith(mark))
  return { length: inside + 2, said: speakingOf(lines.slice(at + 1, at + 1 + inside)) }
}

const WROTE =
  /(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisał|写道|書きました|님이 작성) ?[:：]$/i
const MAIL_HEAD =
  /^(?:-{2,} ?(?:original|forwarded|ursprüngliche|weitergeleitete|message d'origine|mensaje original)|(?:from|von|de|da|van|sent|gesendet|envoyé|enviado|to|an|cc|subject|betreff|objet|asunto): .{1,200}$)/i

function mailQuote(lines: string[], at: number): Block | null {
  const line = lines[at] as string
  if (WROTE.test(line) && /[\d@]/.test(line) && isQuoted(lines.slice(at + 1, at + 3).find(Boolean) ?? ''))
    return { length: 1, said: [] }
  const heads = run(lines, at, (one) => MAIL_HEAD.test(one))
  if (heads >= 2) return { length: heads, said: [] }
  const quoted = run(lines, at, isQuoted)
  if (quoted === 0) return null
  const inside = lines.slice(at, at + quoted).map((one) => one.replace(/^[> ]+/, ''))
  // A fault is often quoted.
  const isMachine = inside.some(
    (one) => isOfTrace(one) || isLogged(one) || /^\w*(?:Error|Exception)\b/.test(one),
  )
  return { length: quoted, said: isMachine ? speakingOf(inside) : [] }
}

function isQuoted(line: string): boolean {
  return line.startsWith('>')
}

function trace(lines: string[], at: number): Block | null {
  let end = at
  while (end < lines.length && (isOfTrace(lines[end] as string) || (end > at && isShownCode(lines, end))))
    end++
  const length = end - at
  if (length === 0 || (length === 1 && !/^(?:at |File "|traceback|caused by)/i.test(lines[at] as string)))
    return null
  return { length, said: speakingOf(lines.slice(at, end)) }
}

/** Some traces show the line of code below its place, or with its number. */
const isShownCode = (lines: string[], at: number): boolean =>
  (lines[at - 1] as string).startsWith('File "') || /^\d{1,5}(?: |$)/.test(lines[at] as string)

/** A single line may be a person's note that begins with the time. */
function log(lines: string[], at: number): Block | null {
  const length = run(lines, at, isLogged)
  if (length === 0) return null
  if (length === 1) return { length, said: [withoutLogPrefix(lines[at] as string)] }
  return { length, said: speakingOf(lines.slice(at, at + length)) }
}

function isRow(line: string): boolean {
  const bars = line.split('|').length - 1
  return bars >= 2 && (line.startsWith('|') || !line.includes(' ') || /^[-|: ]+$/.test(line))
}

function table(lines: string[], at: number): Block | null {
  const length = run(lines, at, isRow)
  return length === 0 ? null : { length, said: [] }
}

const FEWEST_OF_CODE = 3

function code(lines: string[], at: number): Block | null {
  if (!isCode(lines[at] as string)) return null
  const length = run(lines, at, (line) => line === '' || isCode(line))
  const own = lines.slice(at, at + length).filter(Boolean)
  return own.length < FEWEST_OF_CODE ? null : { length, said: speakingOf(own) }
}

const DASHES = /^--\s?$/
const GREETING =
  /^(?:(?:best|kind|warm|many)? ?(?:regards|wishes|thanks)|best|sincerely|cheers|thanks|thank you|thx|yours .{2,12}|(?:mit )?(?:freundlichen?|besten?|viele|liebe|herzliche|schöne) grü(?:ß|ss)en?|mfg|(?:bien )?cordialement|bonne journée|salutations|(?:un )?saludos?(?: cordial(?:es)?)?|atentamente|cordiali saluti|distinti saluti|grazie|atenciosamente|abraços|met vriendelijke groet(?:en)?|pozdrawiam|med vänliga hälsningar|よろしくお願い(?:いた)?します|此致|감사합니다)[,.!。！ ]{0,3}$/i
const SIGNATURE_LINES = 8

/** The number of lines before the author's name and the text after it. Some text must come before. */
function beforeSignature(lines: string[]): number {
  const dashes = lines.findIndex((line, at) => at > 0 && DASHES.test(line))
  const whole = dashes > 0 ? dashes : lines.length
  for (let at = whole - 1; at > 0 && at >= whole - SIGNATURE_LINES; at--) {
    const line = lines[at] as string
    if (GREETING.test(line)) return at
    if (line.length > 60) break
  }
  return whole
}
