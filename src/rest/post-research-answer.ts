// POST …/research/studies/{study_id}/answers/

import { IdempotencyHeader } from '../contract/idempotency.ts'
import { refuseInvalid } from '../contract/refusal.ts'
import { ResearchAnswerCreate, ResearchAnswerCreated } from '../contract/research/research.ts'
import { ANSWER_REQUEST, ANSWER_RESPONSE } from '../contract/research/research-examples.ts'
import { checker } from '../contract/validate.ts'
import { postResearchAnswer } from '../domain/research/post-research-answer.ts'
import { type Operation, pathParameter } from '../http/operation.ts'
import type { PublicContext } from './auth.ts'
import { idempotencyKeyOf, idempotencyViolations, replayHeader } from './idempotency.ts'

const body = checker(ResearchAnswerCreate, 'body')

export const postResearchAnswerOperation: Operation<PublicContext> = {
  method: 'POST',
  path: '/v1/project/{project_id}/research/studies/{study_id}/answers/',
  operationId: 'post_research_answer',
  summary: "Post an end user's answer to a study",
  description: 'One answer per user and study, only while the study is active for that user.',
  tag: 'Research',
  header: IdempotencyHeader,
  body: { schema: ResearchAnswerCreate, example: ANSWER_REQUEST },
  success: {
    status: 201,
    description: 'Stored.',
    schema: ResearchAnswerCreated,
    example: ANSWER_RESPONSE,
  },
  refusals: {
    not_found: 'No such project for this key, or no such study in it.',
    conflict:
      'The user has answered already, is not sampled in or is resting after another answer, or the study is paused, ended, outside its dates, full or at its daily limit; `detail` says which. Or the idempotency key was used with another request.',
  },
  async handle({ deps, projectId }, request) {
    refuseInvalid([...body.violations(request.body), ...idempotencyViolations(request)])
    const answer = request.body as ResearchAnswerCreate
    const idempotencyKey = idempotencyKeyOf(request)
    const study = { id: pathParameter(request, 'study_id').toLowerCase() }
    const outcome = await postResearchAnswer(deps, {
      projectId,
      source: 'rest',
      study,
      answer,
      idempotencyKey,
    })
    return { body: outcome.response, headers: replayHeader(outcome) }
  },
}
