// What the digest reads in one observation's text: vector, kind, language, hash.
import { createHash } from 'node:crypto'
import { ISSUE_KINDS, type IssueKind, type Sentiment } from '../contract/labels.ts'
import type { DigestJob } from '../db/digest/digest-jobs.ts'
import type { Digestible } from './digestible.ts'
import type { Engine } from './engine.ts'
import { detectLanguage } from './features/text/language.ts'
import { wordsOfNote } from './features/text/note-words.ts'
import { readable } from './features/text/readable.ts'
import { signOf } from './group/likeness.ts'
import { kindOf, kindScores } from './kinds/kind.ts'

type Text = { title: string; description: string }

/**
 * The text to embed: the title as a sentence of its own, then the description, both reduced to their relevant parts.
 */
export function textToEmbed(text: Text): string {
  const { title, description } = readable(text)
  return `${title.trim().replace(/\.$/, '')}. ${description}`
}

export function readObservation(engine: Engine, job: DigestJob, vector: Float32Array): Digestible {
  const { kind, language, words } = readText(engine, job, vector)
  return {
    job,
    note: {
      vector,
      sign: signOf(job.user_sentiment),
      kind: ISSUE_KINDS.indexOf(kind),
      language,
      length: job.title.length + job.description.length,
      words,
    },
    kind,
    language,
    textHash: hashOf(job),
  }
}

/** Kinds were learned from the bundled encoder's vectors; with another encoder, only the words count. */
export function readText(
  { isOwnEncoder }: Pick<Engine, 'isOwnEncoder'>,
  { user_sentiment, ...text }: Text & { user_sentiment: Sentiment },
  vector: Float32Array,
): { kind: IssueKind; language: string; words: Uint32Array } {
  const { title, description } = readable(text)
  const input = { title, description, sentiment: user_sentiment, vector: isOwnEncoder ? vector : null }
  const language = detectLanguage(`${title}\n${description}`)
  return { kind: kindOf(kindScores(input)), language, words: wordsOfNote({ title, description }, language) }
}

const HASH_BYTES = 16

function hashOf({ title, description }: Text): Buffer {
  const plain = `${title}\n${description}`.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256').update(plain).digest().subarray(0, HASH_BYTES)
}
