// Research as agents see it: the studies live for a user, and the answer to one of them.
import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { InteractionId, UserId } from './observations.ts'
import { DateTime, Nullable, Text, Uuid } from './schema.ts'

export const ActiveStudiesQuery = Type.Object({ user_id: UserId })

export const StudyEntry = Type.Object({
  id: Uuid({ description: 'Answer under this id over REST.' }),
  question: Type.String(),
  eligibility_criteria: Type.String({
    description: 'Judge these yourself against the user and the conversation; the service does not.',
  }),
  answer: Nullable(Type.String({ description: 'What this user already answered; null when nothing yet.' })),
})
export type StudyEntry = Static<typeof StudyEntry>

export const ActiveStudies = Type.Object({
  user_id: Type.String(),
  studies: Type.Array(StudyEntry, {
    description: 'The position of an entry, counted from 0, is its study_index over MCP.',
  }),
})
export type ActiveStudies = Static<typeof ActiveStudies>

export const ResearchAnswerCreate = Type.Object({
  user_id: UserId,
  interaction_id: InteractionId,
  answer: Text(LIMITS.answerLength, {
    description: 'What the user meant, in plain prose, without your interpretation.',
    examples: ['Exports to Excel twice a week because the accountant does not have a login.'],
  }),
})
export type ResearchAnswerCreate = Static<typeof ResearchAnswerCreate>

export const ResearchAnswerCreated = Type.Object({ id: Uuid(), posted_at: DateTime() })
export type ResearchAnswerCreated = Static<typeof ResearchAnswerCreated>
