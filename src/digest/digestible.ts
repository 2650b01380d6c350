// An observation in the digest, with what was found in its text.
import type { IssueKind } from '../contract/labels.ts'
import type { DigestJob } from '../db/digest/digest-jobs.ts'
import type { Note } from './group/likeness.ts'

export type Digestible = {
  job: DigestJob
  note: Note
  kind: IssueKind
  language: string
  /** Of the text, ignoring case and white space. Observations with the same text join the same issue. */
  textHash: Buffer
}
