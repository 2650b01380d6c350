// /api/projects/{project_id}/sample, …/test-observation, …/test-observations

import { SAMPLE_FILLED, TEST_OBSERVATION } from '../../contract/sample/sample-examples.ts'
import { SampleFilled, SampleRemoved, TestObservation } from '../../contract/sample/samples.ts'
import { removeTestObservations } from '../../domain/observations/remove-test-observations.ts'
import { sendTestObservation } from '../../domain/observations/send-test-observation.ts'
import { removeSample } from '../../sample/remove-sample.ts'
import type { AdminOperation } from '../operation.ts'

const PATH = '/api/projects/{project_id}'
const tag = 'Admin: sample data'

export const sampleOperations: AdminOperation[] = [
  {
    method: 'POST',
    role: 'editor',
    path: `${PATH}/sample`,
    operationId: 'fill_sample',
    summary: 'Fill a project with sample data',
    description:
      'A month of observations, tags, studies and answers about an invented product. The digest then finds issues and tags in it, as it does in everything else.',
    tag,
    success: { status: 201, description: 'What was stored.', schema: SampleFilled, example: SAMPLE_FILLED },
    refusals: { conflict: 'The project has sample data already.' },
    async handle({ deps, projectId, actor }) {
      // Loaded when it is asked for: its texts would make every start longer.
      const { fillSample } = await import('../../sample/fill-sample.ts')
      return { body: await fillSample(deps, actor, projectId) }
    },
  },
  {
    method: 'DELETE',
    role: 'editor',
    path: `${PATH}/sample`,
    operationId: 'remove_sample',
    summary: 'Remove all sample data and test observations',
    description: 'Everything else stays as it is, and every count is as if they had never been there.',
    tag,
    success: {
      status: 200,
      description: 'How many observations went.',
      schema: SampleRemoved,
      example: { observations: 352 },
    },
    async handle({ deps, projectId, actor }) {
      return { body: await removeSample(deps, actor, projectId) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${PATH}/test-observation`,
    operationId: 'send_test_observation',
    summary: 'Store a test observation',
    description:
      'Shows the request that an agent would send, and the answer that it would get. Read the observation until its digest is done to see the rest.',
    tag,
    success: {
      status: 201,
      description: 'The exchange.',
      schema: TestObservation,
      example: TEST_OBSERVATION,
    },
    async handle({ deps, projectId, actor, restUrl }) {
      return { body: await sendTestObservation(deps, actor, projectId, restUrl(projectId)) }
    },
  },
  {
    method: 'DELETE',
    role: 'editor',
    path: `${PATH}/test-observations`,
    operationId: 'remove_test_observations',
    summary: 'Remove all test observations',
    description: 'Sample data stays, and so does what agents wrote.',
    tag,
    success: {
      status: 200,
      description: 'How many went.',
      schema: SampleRemoved,
      example: { observations: 1 },
    },
    async handle({ deps, projectId, actor }) {
      return { body: await removeTestObservations(deps, actor, projectId) }
    },
  },
]
