// Shortens text to a limit.

/** At most `max` UTF-16 units, and never half a surrogate pair, which many JSON parsers refuse. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}
