// Examples of sample data and test observations, shown in the OpenAPI document.
import { exampleId } from '../example-values.ts'
import { BATCH, BATCH_RESPONSE } from '../observations/observation-examples.ts'
import { PROJECT } from '../projects/project-examples.ts'

export const SAMPLE_FACTS = {
  project_id: exampleId(11),
  observations: 352,
  tags: 7,
  studies: 4,
  answers: 80,
  complete: true,
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
