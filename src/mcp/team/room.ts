// Answers share a model's context with everything else: each keeps to its room, and long texts are cut.
import { LIMITS } from '../../contract/limits.ts'

/** Links and ids take more tokens than prose of their length; this leaves room for that. */
const ROOM = LIMITS.teamAnswerTokens * 0.75

/** An estimate on the safe side: English prose has more characters to a token, and Chinese about one. */
function tokensOf(text: string): number {
  const beyondAscii = text.match(/[^\0-\x7F]/gu)?.length ?? 0
  return (text.length - beyondAscii) / 3.5 + beyondAscii
}

/** The answer for as many items as fit, half as many each time; its cursor then leads on from the last of them. */
export async function inRoom<Answer>(
  limit: number,
  read: (limit: number) => Promise<Answer>,
): Promise<Answer> {
  const answer = await read(limit)
  if (limit <= 1 || tokensOf(JSON.stringify(answer)) <= ROOM) return answer
  return inRoom(Math.floor(limit / 2), read)
}

/** Characters that show nothing, or turn around what is beside them, could hide words from people. */
const HIDING = /(?!\n)\p{Cc}|[\u200b\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** At most so many tokens of it, cut between words where it can be. */
export function cut(text: string, tokens: number): string {
  const plain = text.replaceAll(HIDING, ' ').trim()
  if (tokensOf(plain) <= tokens) return plain
  let room = tokens
  let end = 0
  for (const character of plain) {
    room -= character <= '\x7F' ? 1 / 3.5 : 1
    if (room < 0) break
    end += character.length
  }
  return `${plain.slice(0, end).replace(/\s+\S{0,30}$/, '')}…`
}

/** Room that one text alone may take, where it is what was asked for. */
export const LONG_TEXT = ROOM * 0.75
