// What the digest reads in an observation's text before it looks at any other: vector, kind, language, hash.
import { createHash } from 'node:crypto'
import { ISSUE_KINDS } from '../contract/labels.ts'
import type { DigestJob } from '../db/digest/digest-jobs.ts'
import type { Digestible } from './digestible.ts'
import { detectLanguage } from './features/text/language.ts'
import { signOf } from './group/likeness.ts'
import { kindOf, kindScores } from './kinds/kind.ts'

type Text = { title: string; description: string }

/** What is embedded: the title as a sentence of its own, then the description. */
export const textToEmbed = ({ title, description }: Text): string =>
  `${title.trim().replace(/\.$/, '')}. ${description}`

export function readObservation(job: DigestJob, vector: Float32Array): Digestible {
  const kind = kindOf(kindScores({ ...job, sentiment: job.user_sentiment, vector }))
  return {
    job,
    note: { vector, sign: signOf(job.user_sentiment), kind: ISSUE_KINDS.indexOf(kind) },
    kind,
    language: detectLanguage(`${job.title}\n${job.description}`),
    textHash: hashOf(job),
  }
}

const HASH_BYTES = 16

function hashOf({ title, description }: Text): Buffer {
  const plain = `${title}\n${description}`.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256').update(plain).digest().subarray(0, HASH_BYTES)
}
