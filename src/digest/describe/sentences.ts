// Splits a text into its sentences, in any script, as written.

/** An end mark with what closes after it, before a space and a possible beginning of a sentence. */
const ENDS = /(?<=[.!?…]["'”’)\]]{0,5})\s+(?=["'“‘([]?[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？])\s*|\n+/u
/** Looks like the end of a sentence but is not: "e.g. ", "approx. ", "No. 5", an initial. */
const ABBREVIATED =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|approx|ca|vs|no|nr|dr|mr|mrs|ms|st|z\.B|bzw|usw|ex|p\.ej|\p{Lu})\.$/iu
const READ_CHARACTERS = 2_000 // an observation's topic is at its beginning

export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const part of text.slice(0, READ_CHARACTERS).split(ENDS)) {
    const before = sentences.at(-1)
    if (before !== undefined && ABBREVIATED.test(before))
      sentences[sentences.length - 1] = `${before} ${part}`
    else if (part.trim() !== '') sentences.push(part.trim())
  }
  return sentences.map((sentence) => sentence.replace(/\s+/g, ' '))
}

/** In a script without spaces, a word has about two characters. */
export function countWords(text: string): number {
  const dense =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0
  const spaced = text.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0
  return dense > 0 ? Math.max(spaced, Math.round(dense / 2)) : spaced
}
