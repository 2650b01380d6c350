// Reads a chat model's answer: the JSON object in it, with texts cleaned for display.
import { cutText } from '../../contract/cut-text.ts'
import { ModelFault, nonsense } from './model-fault.ts'

type Choice = { finish_reason?: unknown; message?: { content?: unknown; refusal?: unknown } | null }

/** The text of the first choice of a chat completion. */
export function contentOf(completion: unknown): string {
  const choices = (completion as { choices?: unknown } | null)?.choices
  const choice = (Array.isArray(choices) ? choices[0] : null) as Choice | null | undefined
  if (!choice) throw nonsense('the answer holds no choice')
  if (choice.finish_reason === 'content_filter' || typeof choice.message?.refusal === 'string') {
    throw new ModelFault('refused', 'the model declined to answer')
  }
  const content = choice.message?.content
  if (typeof content !== 'string') throw nonsense('the answer holds no text')
  return content
}

/** The JSON object in the text, bare or in a code fence, after the reasoning that some models put first. */
export function objectIn(content: string): Record<string, unknown> {
  const answer = content.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim()
  const value = parsed(answer) ?? parsed(/```(?:json)?([\s\S]*)```/i.exec(answer)?.[1] ?? '')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw nonsense('the model did not answer with a JSON object')
  }
  return value as Record<string, unknown>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One line of at most `max` characters, without characters that hide, reorder or break text. */
export function oneLine(value: unknown, max: number): string {
  if (typeof value !== 'string') throw nonsense('the model left a text out')
  const line = value
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Bidi_Control}\p{Cs}\u{e0000}-\u{e007f}\u200b\u2060\ufeff]/gu, '')
    .trim()
  if (line === '') throw nonsense('the model gave an empty text')
  return line.length <= max ? line : shortened(line, max)
}

// At the end of a word, if one is near.
function shortened(line: string, max: number): string {
  const kept = cutText(line, max - 1)
  const space = kept.lastIndexOf(' ')
  return `${(space > max / 2 ? kept.slice(0, space) : kept).trimEnd()}…`
}
