// Describes a theme with sentences of its answers. Answers have no title, so the first sentence serves as one.
import type { MemberNote } from '../describe/center.ts'
import { describeIssue } from '../describe/describe-issue.ts'
import { sentencesOf } from '../describe/sentences.ts'

export type AnswerNote = Omit<MemberNote, 'title' | 'description'> & { answer: string }

/** `present`: the current title, which stays while an answer has it and no other is clearly better. */
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
