// Labeled texts as grouping sees them, with vectors of the encoder that ships with the service.
import { ISSUE_KINDS, type Sentiment } from '../../src/contract/labels.ts'
import type { EmbedPool } from '../../src/digest/encode/embed-pool.ts'
import { type Note, signOf } from '../../src/digest/group/likeness.ts'
import { readText, textToEmbed } from '../../src/digest/read-observation.ts'
import type { LabeledText } from './read-corpus.ts'

/** A text that is listed several times is encoded once. */
export async function encodeTexts(pool: EmbedPool, texts: LabeledText[]): Promise<Map<LabeledText, Note>> {
  const each = [...new Set(texts)]
  const vectors = await pool.embed(each.map(toEmbed))
  return new Map(each.map((text, at) => [text, noteOf(text, vectors[at] as Float32Array)]))
}

const toEmbed = (text: LabeledText): string => (text.description === '' ? text.title : textToEmbed(text))

function noteOf(text: LabeledText, vector: Float32Array): Note {
  const sentiment: Sentiment = text.sentiment ?? 'neutral'
  const { kind, language, words } = readText(
    { isOwnEncoder: true },
    { ...text, user_sentiment: sentiment },
    vector,
  )
  const length = text.title.length + text.description.length
  return { vector, sign: signOf(sentiment), kind: ISSUE_KINDS.indexOf(kind), language, length, words }
}
