// Examples of sample data and test observations, shown in the OpenAPI document.
import { BATCH, BATCH_RESPONSE } from '../observations/observation-examples.ts'
import { PROJECT } from '../projects/project-examples.ts'

export const SAMPLE_FILLED = {
  observations: 352,
  users: 118,
  interactions: 240,
  tags: 7,
  studies: 4,
  answers: 80,
}

export const TEST_OBSERVATION = {
  request: {
    method: 'POST',
    url: `${PROJECT.rest_url}observations/`,
    headers: { Authorization: 'ApiKey fnk_••••••••', 'Content-Type': 'application/json' },
    body: BATCH,
  },
  response: BATCH_RESPONSE,
  milliseconds: 7,
}
