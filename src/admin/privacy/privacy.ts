// /api/projects/{project_id}/privacy

import { Privacy, PrivacyUpdate, RedactionTest, RedactionTested } from '../../contract/privacy/privacy.ts'
import {
  PRIVACY,
  PRIVACY_UPDATE,
  REDACTION_TEST,
  REDACTION_TESTED,
} from '../../contract/privacy/privacy-examples.ts'
import { exactBody } from '../../contract/validate.ts'
import { getPrivacy, testRedaction, updatePrivacy } from '../../domain/privacy/manage-privacy.ts'
import type { AdminOperation } from '../operation.ts'

const updateBody = exactBody(PrivacyUpdate)
const testBody = exactBody(RedactionTest)

const PATH = '/api/projects/{project_id}/privacy'
const tag = 'Admin: privacy'

export const privacyOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: PATH,
    operationId: 'get_privacy',
    summary: 'Read the privacy settings',
    tag,
    success: { status: 200, description: 'The settings.', schema: Privacy, example: PRIVACY },
    async handle({ deps, projectId }) {
      return { body: await getPrivacy(deps, projectId) }
    },
  },
  {
    method: 'PUT',
    role: 'owner',
    path: PATH,
    operationId: 'update_privacy',
    summary: 'Change the privacy settings',
    description:
      'Replaces all settings; omitted ones are off. Once this call returns, every process redacts new data; stored data stays as it is.',
    tag,
    body: { schema: PrivacyUpdate, example: PRIVACY_UPDATE },
    success: {
      status: 200,
      description: 'The settings after the change.',
      schema: Privacy,
      example: PRIVACY,
    },
    async handle({ deps, projectId, actor }, request) {
      return { body: await updatePrivacy(deps, actor, projectId, updateBody.parse(request.body)) }
    },
  },
  {
    method: 'POST',
    role: 'viewer',
    path: `${PATH}/test`,
    operationId: 'test_redaction',
    summary: 'Test redaction on a text',
    description: 'Nothing is stored.',
    tag,
    body: { schema: RedactionTest, example: REDACTION_TEST },
    success: {
      status: 200,
      description: 'The text as it would be stored.',
      schema: RedactionTested,
      example: REDACTION_TESTED,
    },
    async handle(_, request) {
      return { body: await testRedaction(testBody.parse(request.body)) }
    },
  },
]
