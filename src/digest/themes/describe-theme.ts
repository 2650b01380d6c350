// A theme in the words of its answers. An answer has no title: its first sentence stands for one.
import type { MemberNote } from '../describe/center.ts'
import { describeIssue } from '../describe/describe-issue.ts'
import { sentencesOf } from '../describe/sentences.ts'

export type AnswerNote = Omit<MemberNote, 'title' | 'description'> & { answer: string }

/** `present`: a title that stays while an answer bears it and no other is clearly better. */
export function describeTheme(answers: AnswerNote[], present: string | null) {
  const notes = answers.map(({ answer, ...note }) => ({
    ...note,
    title: withoutEndMark(sentencesOf(answer)[0] ?? answer),
    description: answer,
  }))
  const { title, quotes } = describeIssue(notes, present)
  return { title, quotes: quotes.map(({ observationId, text }) => ({ answer_id: observationId, text })) }
}

const withoutEndMark = (sentence: string): string => sentence.replace(/[.。]$/, '')
