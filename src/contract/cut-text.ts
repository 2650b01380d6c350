// Text shortened to a limit that whoever reads it sets.

/** At most `max` UTF-16 units, never half a character: many JSON parsers refuse lone surrogates. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}
