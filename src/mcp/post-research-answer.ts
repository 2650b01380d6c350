// post_research_answer

import { IdempotencyKey } from '../contract/idempotency.ts'
import { ResearchAnswerCreate, ResearchAnswerCreated } from '../contract/research/research.ts'
import { ObjectOf, Optional, WholeNumber } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'
import { postResearchAnswer } from '../domain/research/post-research-answer.ts'
import { ADDS, type Tool } from './tool.ts'

const Input = ObjectOf({
  study_index: WholeNumber({
    minimum: 0,
    description:
      'Position of the study, counted from 0, in the list that get_active_studies last gave for this user.',
  }),
  ...ResearchAnswerCreate.fields,
  idempotency_key: Optional(IdempotencyKey),
})
const input = checker(Input, 'body')

export const postResearchAnswerTool: Tool = {
  name: 'post_research_answer',
  title: 'Post a research answer',
  description:
    'Record what the end user answered to an open study. List the studies first with get_active_studies. There is one answer per user and study, and it is final: post when the user has finished the thought.',
  inputSchema: Input,
  outputSchema: ResearchAnswerCreated,
  annotations: ADDS,
  async call({ deps, projectId }, args) {
    const { study_index, idempotency_key, ...answer } = input.parse(args)
    const { response } = await postResearchAnswer(deps, {
      projectId,
      source: 'mcp',
      study: { index: study_index },
      answer,
      idempotencyKey: idempotency_key,
    })
    return { structured: response }
  },
}
