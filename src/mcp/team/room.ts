// Answers share a model's context with everything else: each keeps to its room, and long texts are cut.
import { LIMITS } from '../../contract/limits.ts'
import { invalid } from '../../contract/refusal.ts'

/** Tokenizers differ by a fifth. */
const ROOM = LIMITS.teamAnswerTokens * 0.8

/** Of our answers, which are full of links and ids: 3.0 by o200k_base. English prose alone has more. */
const CHARACTERS_A_TOKEN = 3

/** Of Chinese, a character is about a token. */
function tokensOf(text: string): number {
  const beyondAscii = text.match(/[^\0-\x7F]/gu)?.length ?? 0
  return (text.length - beyondAscii) / CHARACTERS_A_TOKEN + beyondAscii
}

/** The answer for as many items as fit; its cursor then leads on from the last of them. */
export async function inRoom<Answer>(
  limit: number,
  read: (limit: number) => Promise<Answer>,
): Promise<Answer> {
  const answer = await read(limit)
  const share = ROOM / tokensOf(JSON.stringify(answer))
  if (limit <= 1 || share >= 1) return answer
  return inRoom(Math.max(1, Math.floor(limit * Math.min(share, 0.9))), read)
}

/** As many of the first as fit, for answers that have no cursor. */
export function withinRoom<Item>(items: Item[]): Item[] {
  let room = ROOM
  const first = items.findIndex((item) => {
    room -= tokensOf(JSON.stringify(item))
    return room < 0
  })
  return first < 0 ? items : items.slice(0, first)
}

/** Pages of a list that is found anew for each of them: the cursor is how many to leave out. */
export function skipTo(
  cursor = '0',
): <Item>(items: Item[], limit: number) => { items: Item[]; next_cursor: string | null } {
  if (!/^\d{1,4}$/.test(cursor))
    throw invalid([{ loc: ['body', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' }])
  const from = Number(cursor)
  return (items, limit) => ({
    items: items.slice(from, from + limit),
    next_cursor: items.length > from + limit ? String(from + limit) : null,
  })
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
    room -= character <= '\x7F' ? 1 / CHARACTERS_A_TOKEN : 1
    if (room < 0) break
    end += character.length
  }
  return `${plain.slice(0, end).replace(/(?<!\s)\s+\S{0,30}$/, '')}…`
}

/** Room that one text alone may take, where it is what was asked for. */
export const LONG_TEXT = ROOM * 0.75
