// GET …/service-guidelines/

import { Guidelines } from '../contract/guidelines/guidelines.ts'
import { AnyText, ObjectOf, Optional } from '../contract/schema.ts'
import { getServiceGuidelines } from '../domain/guidelines/get-service-guidelines.ts'
import type { Operation } from '../http/operation.ts'
import type { PublicContext } from './auth.ts'

const Query = ObjectOf({
  user_id: Optional(
    AnyText({ description: 'Accepted for consistency with the other calls; it has no effect.' }),
  ),
})

export const getServiceGuidelinesOperation: Operation<PublicContext> = {
  method: 'GET',
  path: '/v1/project/{project_id}/service-guidelines/',
  operationId: 'get_service_guidelines',
  summary: 'Get the guidelines for agents',
  description: 'Markdown on when and how to post. Read it once at the start of a conversation.',
  tag: 'Guidelines',
  query: Query,
  success: {
    status: 200,
    description: '`research` is present while the project has a study that takes answers.',
    schema: Guidelines,
    example: { observations: '# Posting observations\n…', research: '# Conducting research\n…' },
  },
  handle: async (context) => ({
    body: await getServiceGuidelines(context.deps, context.uses, context),
    lasting: true,
  }),
}
