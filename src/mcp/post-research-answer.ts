// post_research_answer

import { IdempotencyKey } from '../contract/idempotency.ts'
import { refuseInvalid, type Violation } from '../contract/refusal.ts'
import { ResearchAnswerCreate, ResearchAnswerCreated } from '../contract/research/research.ts'
import { AnyText, type Infer, ObjectOf, Optional, WholeNumber } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'
import { postResearchAnswer } from '../domain/research/post-research-answer.ts'
import { ADDS, type Tool } from './tool.ts'

const Input = ObjectOf({
  study_id: Optional(
    AnyText({
      description:
        'The id of the study, as get_active_studies gave it. Send this or study_index; prefer this.',
    }),
  ),
  study_index: Optional(
    WholeNumber({
      minimum: 0,
      description:
        'Position of the study, counted from 0, in the list that get_active_studies last gave for this user. Not needed with study_id.',
    }),
  ),
  ...ResearchAnswerCreate.fields,
  idempotency_key: Optional(IdempotencyKey),
})
type Input = Infer<typeof Input>
const input = checker(Input, 'body')

export const postResearchAnswerTool: Tool = {
  name: 'post_research_answer',
  title: 'Post a research answer',
  description:
    'Record what the end user answered to an open study. List the studies first with get_active_studies and name the study by its id. There is one answer per user and study, and it is final: post when the user has finished the thought.',
  searchHint: 'record an answer to a research study or user survey question',
  inputSchema: Input,
  outputSchema: ResearchAnswerCreated,
  annotations: ADDS,
  async call({ deps, projectId }, args) {
    refuseInvalid([...withoutStudy(args), ...input.violations(args)])
    const { study_id, study_index, idempotency_key, ...answer } = args as Input
    const { response } = await postResearchAnswer(deps, {
      projectId,
      source: 'mcp',
      study:
        study_id === undefined
          ? { index: study_index ?? 0 }
          : { id: study_id.trim().toLowerCase(), index: study_index },
      answer,
      idempotencyKey: idempotency_key,
    })
    return { structured: response }
  },
}

/**
 * One of the two is required. The schema does not say so, because several hosts drop or refuse schemas that offer a
 * choice.
 */
function withoutStudy(args: unknown): Violation[] {
  const { study_id, study_index } = args as { study_id?: unknown; study_index?: unknown }
  if (study_id !== undefined || study_index !== undefined) return []
  return [{ loc: ['body', 'study_index'], msg: 'is required unless study_id is given', type: 'missing' }]
}
