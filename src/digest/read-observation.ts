// What the digest reads in an observation's text before it looks at any other: vector, kind, language, hash.
import { createHash } from 'node:crypto'
import { ISSUE_KINDS, type IssueKind, type Sentiment } from '../contract/labels.ts'
import type { DigestJob } from '../db/digest/digest-jobs.ts'
import type { Digestible } from './digestible.ts'
import type { Engine } from './engine.ts'
import { detectLanguage } from './features/text/language.ts'
import { signOf } from './group/likeness.ts'
import { kindOf, kindScores } from './kinds/kind.ts'

type Text = { title: string; description: string }

/** What is embedded: the title as a sentence of its own, then the description. */
export const textToEmbed = ({ title, description }: Text): string =>
  `${title.trim().replace(/\.$/, '')}. ${description}`

export function readObservation(engine: Engine, job: DigestJob, vector: Float32Array): Digestible {
  const { kind, language } = readText(engine, job, vector)
  return {
    job,
    note: {
      vector,
      sign: signOf(job.user_sentiment),
      kind: ISSUE_KINDS.indexOf(kind),
      language,
      length: job.title.length + job.description.length,
    },
    kind,
    language,
    textHash: hashOf(job),
  }
}

/** Kinds were learned from the vectors of the encoder that ships with the service; of another's, the words alone tell. */
export function readText(
  { isOwnEncoder }: Pick<Engine, 'isOwnEncoder'>,
  { title, description, user_sentiment }: Text & { user_sentiment: Sentiment },
  vector: Float32Array,
): { kind: IssueKind; language: string } {
  const input = { title, description, sentiment: user_sentiment, vector: isOwnEncoder ? vector : null }
  return { kind: kindOf(kindScores(input)), language: detectLanguage(`${title}\n${description}`) }
}

const HASH_BYTES = 16

function hashOf({ title, description }: Text): Buffer {
  const plain = `${title}\n${description}`.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256').update(plain).digest().subarray(0, HASH_BYTES)
}
