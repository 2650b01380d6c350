// Titles, summaries and unsure decisions by an OpenAI-compatible chat server. Every answer is checked.

import { cutText } from '../../contract/cut-text.ts'
import { clipped, DESCRIBE, type Message, prompt, SAME_MATTER } from './chat-prompt.ts'
import { shareContentWord } from './content-words.ts'
import { contentOf, objectIn, oneLine } from './model-answer.ts'
import { createModelEndpoint, type ModelEndpoint, type RemoteModelSettings } from './model-endpoint.ts'
import { ModelFault, nonsense } from './model-fault.ts'

type Quote = { title: string; description: string }
type Candidate = { id: string; title: string; summary: string }

export type ChatModel = {
  id: string
  /** The candidate that is about the same matter, or null. Only the first 26 are offered. */
  sameMatter(observation: Quote, candidates: Candidate[]): Promise<string | null>
  /** A title (one line, <= 120 characters) and a summary (<= 600) of an issue, from its first 12 quotes. */
  describe(quotes: Quote[]): Promise<{ title: string; summary: string }>
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const MAX_QUOTES = 12
const MAX_TITLE = 120
const MAX_SUMMARY = 600

// From the most wanted options to those that every server accepts: LM Studio refuses json_object, and OpenAI's
// reasoning models refuse a temperature.
const EXTRAS = [{ temperature: 0, response_format: { type: 'json_object' } }, { temperature: 0 }, {}]

export function createChatModel(settings: RemoteModelSettings): ChatModel {
  const ask = createAsk(createModelEndpoint(settings, 'chat/completions'), settings.model)
  return {
    id: `remote:${settings.model}`,
    async sameMatter(observation, candidates) {
      if (candidates.length === 0) return null
      const lettered = candidates.slice(0, LETTERS.length)
      const data = { observation: clipped(observation), candidates: lettered.map(withLetter) }
      return chosen(lettered, (await ask(prompt(SAME_MATTER, data))).same)
    },
    async describe(quotes) {
      if (quotes.length === 0) throw new RangeError('describe needs a quote')
      const shown = quotes.slice(0, MAX_QUOTES).map(clipped)
      return checkedDescription(await ask(prompt(DESCRIBE, { quotes: shown })), shown)
    },
  }
}

type Ask = (messages: Message[]) => Promise<Record<string, unknown>>

/** Asks with as many options as the server has accepted. */
function createAsk(endpoint: ModelEndpoint, model: string): Ask {
  let taken = 0
  async function complete(messages: Message[], level: number): Promise<unknown> {
    try {
      const completion = await endpoint({ model, messages, ...EXTRAS[level] })
      // Remembered only after success, because a 400 may be about the text.
      taken = Math.max(taken, level)
      return completion
    } catch (error) {
      if (!refusesRequest(error) || level + 1 >= EXTRAS.length) throw error
      return complete(messages, level + 1)
    }
  }
  return async (messages) => objectIn(contentOf(await complete(messages, taken)))
}

const refusesRequest = (error: unknown): boolean =>
  error instanceof ModelFault && (error.status === 400 || error.status === 422)

// Models never see ids, so they cannot be made to name one.
const withLetter = ({ title, summary }: Candidate, index: number) => ({
  letter: LETTERS[index],
  title: cutText(title, 300),
  summary: cutText(summary, 600),
})

function chosen(lettered: Candidate[], same: unknown): string | null {
  if (same === null || same === 'none') return null
  const candidate = typeof same === 'string' ? lettered[LETTERS.indexOf(same.trim())] : undefined
  if (!candidate) throw nonsense('the model chose none of the candidates, nor "none"')
  return candidate.id
}

function checkedDescription(
  answer: Record<string, unknown>,
  quotes: Quote[],
): { title: string; summary: string } {
  const title = oneLine(answer.title, MAX_TITLE)
  const summary = oneLine(answer.summary, MAX_SUMMARY)
  const source = quotes.map((quote) => `${quote.title}\n${quote.description}`).join('\n')
  if (!shareContentWord(title, source)) throw nonsense('the title has no word of the quotes')
  return { title, summary }
}
