// Research as agents see it: the studies live for a user, and the answer to one of them.

import { LIMITS } from '../limits.ts'
import { InteractionId, UserId } from '../observations/observations.ts'
import { AnyText, DateTime, type Infer, ListOf, Nullable, ObjectOf, Text, Uuid } from '../schema.ts'

export const ActiveStudiesQuery = ObjectOf({ user_id: UserId })

export const StudyEntry = ObjectOf({
  id: Uuid({ description: 'Name the study by this id when you post its answer.' }),
  question: AnyText(),
  eligibility_criteria: AnyText({
    description: 'Judge these yourself against the user and the conversation; the service does not.',
  }),
  answer: Nullable(AnyText({ description: 'What this user already answered; null when nothing yet.' })),
})
export type StudyEntry = Infer<typeof StudyEntry>

export const ActiveStudies = ObjectOf({
  user_id: AnyText(),
  studies: ListOf(StudyEntry, {
    description:
      'The position of an entry, counted from 0, is its study_index over MCP; the id is the safer name.',
  }),
})
export type ActiveStudies = Infer<typeof ActiveStudies>

export const ResearchAnswerCreate = ObjectOf({
  user_id: UserId,
  interaction_id: InteractionId,
  answer: Text(LIMITS.answerLength, {
    description: 'What the user meant, in plain prose, without your interpretation.',
    examples: ['Exports to Excel twice a week because the accountant does not have a login.'],
  }),
})
export type ResearchAnswerCreate = Infer<typeof ResearchAnswerCreate>

export const ResearchAnswerCreated = ObjectOf({ id: Uuid(), posted_at: DateTime() })
export type ResearchAnswerCreated = Infer<typeof ResearchAnswerCreated>
