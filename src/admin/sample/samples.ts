// /api/projects/{project_id}/sample, …/test-observation, …/test-observations
import { LIMITS } from '../../contract/limits.ts'
import { SAMPLE_FACTS, TEST_OBSERVATION } from '../../contract/sample/sample-examples.ts'
import { SampleFacts, SampleRemoved, TestObservation } from '../../contract/sample/samples.ts'
import { removeTestObservations, sendTestObservation } from '../../domain/observations/test-observations.ts'
import { removeSample } from '../../sample/open-sample.ts'
import type { AdminOperation } from '../operation.ts'

const PATH = '/api/projects/{project_id}'
const tag = 'Admin: sample data'

export const sampleOperations: AdminOperation[] = [
  {
    method: 'POST',
    role: 'editor',
    path: `${PATH}/sample`,
    operationId: 'open_sample',
    summary: 'Open the sample project',
    description:
      "A project beside this one, for its team to look around in: a month of observations, tags, studies and answers about an invented product, in which the digest finds issues and tags as it does in everything else. Made when it is first asked for; after that, 200 with the one that there is. Nothing of it is in this project or is told to this project's agents.",
    tag,
    success: {
      status: 201,
      description: 'Made and filled.',
      schema: SampleFacts,
      example: SAMPLE_FACTS,
      otherwise: { status: 200, description: 'The one that there is.' },
    },
    refusals: { conflict: 'This is a sample project itself.' },
    async handle({ deps, projectId, actor }) {
      // Loaded on demand: its texts would make every start longer.
      const { openSample } = await import('../../sample/open-sample.ts')
      const { created, sample } = await openSample(deps, actor, projectId)
      return { body: sample, status: created ? 201 : 200 }
    },
  },
  {
    method: 'DELETE',
    role: 'editor',
    path: `${PATH}/sample`,
    operationId: 'remove_sample',
    summary: 'Remove the sample project',
    description: 'That of this project, or this one where it is a sample project. Nothing else changes.',
    tag,
    success: {
      status: 200,
      description: 'How many observations went; 0 when there was none.',
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
    summary: 'Send a test observation',
    description: `Shows the request that an agent would send, and the answer that it would get. Read the observation by its id until its digest is done to see the tags that it would carry. It is in no issue, list, search, export or count, and gone after ${LIMITS.testObservationHours} hours.`,
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
    description: 'What agents wrote stays.',
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
