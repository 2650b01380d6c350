// Shortens texts for titles, sentences and quotes.

/** Cuts between words, counting code points. */
export function shorten(text: string, longest: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  const points = [...flat]
  if (points.length <= longest) return flat
  const cut = points.slice(0, longest - 1).join('')
  return `${cut.replace(/\s\S*$/, '')}…`
}

/** "iPhone", "eBay", "testFixtures" */
const CAPITAL_INSIDE = /^\p{Ll}+\p{Lu}/u

/** A complete sentence, with a capital letter and an end mark. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  const begun = CAPITAL_INSIDE.test(trimmed)
    ? trimmed
    : trimmed.charAt(0).toLocaleUpperCase('en') + trimmed.slice(1)
  if (/[.!?…。！？]["'”’)\]]*$/.test(begun)) return begun
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(begun) ? `${begun}。` : `${begun}.`
}
