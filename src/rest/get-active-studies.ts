// GET …/research/studies/?user_id=

import { refuseInvalid } from '../contract/refusal.ts'
import { ActiveStudies, ActiveStudiesQuery } from '../contract/research/research.ts'
import { ACTIVE_STUDIES } from '../contract/research/research-examples.ts'
import { checker } from '../contract/validate.ts'
import { getActiveStudies } from '../domain/research/get-active-studies.ts'
import type { Operation } from '../http/operation.ts'
import { undecodableParameter } from '../http/query.ts'
import type { PublicContext } from './auth.ts'

const query = checker(ActiveStudiesQuery, 'query')

export const getActiveStudiesOperation: Operation<PublicContext> = {
  method: 'GET',
  path: '/v1/project/{project_id}/research/studies/',
  operationId: 'get_active_studies',
  summary: 'Get the studies that are active for an end user',
  description:
    'Sampling, dates and answer caps are checked here. Eligibility criteria are not: judge them against the user and the conversation.',
  tag: 'Research',
  query: ActiveStudiesQuery,
  success: {
    status: 200,
    description: 'The studies to ask this user, in a stable order.',
    schema: ActiveStudies,
    example: ACTIVE_STUDIES,
  },
  async handle({ deps, projectId }, request) {
    refuseInvalid(undecodableParameter(request, 'user_id'))
    const { user_id } = query.parse(request.query)
    return { body: await getActiveStudies(deps, projectId, user_id) }
  },
}
