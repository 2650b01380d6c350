// Keeps answers within a token budget, because they share a model's context with everything else. Long texts are cut.
import { LIMITS } from '../../contract/limits.ts'
import { invalid } from '../../contract/refusal.ts'

/** Tokenizers differ by a fifth. */
const TOKEN_BUDGET = LIMITS.teamAnswerTokens * 0.8

/** In our answers, which are full of links and ids: 3.0 by o200k_base. English prose has more. */
const CHARACTERS_A_TOKEN = 3

/** A Chinese character is about one token. */
function tokensOf(text: string): number {
  const beyondAscii = text.match(/[^\0-\x7F]/gu)?.length ?? 0
  return (text.length - beyondAscii) / CHARACTERS_A_TOKEN + beyondAscii
}

/** Reads as many items as fit; the cursor of the answer continues after the last of them. */
export async function readWithinBudget<Answer>(
  limit: number,
  read: (limit: number) => Promise<Answer>,
): Promise<Answer> {
  const answer = await read(limit)
  const share = TOKEN_BUDGET / tokensOf(JSON.stringify(answer))
  if (limit <= 1 || share >= 1) return answer
  return readWithinBudget(Math.max(1, Math.floor(limit * Math.min(share, 0.9))), read)
}

/** The first items that fit, for answers without a cursor. */
export function firstWithinBudget<Item>(items: Item[]): Item[] {
  let left = TOKEN_BUDGET
  const first = items.findIndex((item) => {
    left -= tokensOf(JSON.stringify(item))
    return left < 0
  })
  return first < 0 ? items : items.slice(0, first)
}

/** Pages of a list that is computed again for each page: the cursor is the number of items to skip. */
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

/** Characters that are invisible, or change the direction of their neighbors, could hide words from people. */
const HIDING = /(?!\n)\p{Cc}|[\u200b\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** The beginning of the text, at most this many tokens, cut between words if possible. */
export function cut(text: string, tokens: number): string {
  const plain = text.replaceAll(HIDING, ' ').trim()
  if (tokensOf(plain) <= tokens) return plain
  let left = tokens
  let end = 0
  for (const character of plain) {
    left -= character <= '\x7F' ? 1 / CHARACTERS_A_TOKEN : 1
    if (left < 0) break
    end += character.length
  }
  return `${plain.slice(0, end).replace(/(?<!\s)\s+\S{0,30}$/, '')}…`
}

/** The budget of a single long text that was asked for. */
export const LONG_TEXT = TOKEN_BUDGET * 0.75
