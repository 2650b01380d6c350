// /api/projects/{project_id}/guidelines

import { GUIDELINES, GUIDELINES_VERSION } from '../../contract/guidelines/guideline-examples.ts'
import {
  GuidelinesDetail,
  GuidelinesUpdate,
  GuidelinesVersion,
} from '../../contract/guidelines/guidelines.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { exactBody } from '../../contract/validate.ts'
import {
  getGuidelines,
  listGuidelineVersions,
  updateGuidelines,
} from '../../domain/guidelines/manage-guidelines.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const updateBody = exactBody(GuidelinesUpdate)
const pageQuery = listQuery(PageQuery)

const PATH = '/api/projects/{project_id}/guidelines'

export const guidelineOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: PATH,
    operationId: 'get_guidelines',
    summary: "Read the project's guidelines",
    tag: 'Admin: guidelines',
    success: {
      status: 200,
      description: "The project's own texts, null for those that use the default, and the defaults.",
      schema: GuidelinesDetail,
      example: GUIDELINES,
    },
    async handle({ deps, projectId }) {
      return { body: await getGuidelines(deps, projectId) }
    },
  },
  {
    method: 'PUT',
    role: 'editor',
    path: PATH,
    operationId: 'update_guidelines',
    summary: "Change the project's guidelines",
    description: 'Adds a version. null restores the default; a text left out stays as it is.',
    tag: 'Admin: guidelines',
    body: { schema: GuidelinesUpdate, example: { observations: '# How we take notes\n…', research: null } },
    success: {
      status: 200,
      description: 'The current guidelines.',
      schema: GuidelinesDetail,
      example: GUIDELINES,
    },
    async handle({ deps, actor, projectId }, request) {
      return { body: await updateGuidelines(deps, actor, projectId, updateBody.parse(request.body)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${PATH}/versions`,
    operationId: 'list_guideline_versions',
    summary: 'List the versions of the guidelines',
    tag: 'Admin: guidelines',
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(GuidelinesVersion),
      example: { items: [GUIDELINES_VERSION], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listGuidelineVersions(deps, projectId, pageQuery(request)) }
    },
  },
]
