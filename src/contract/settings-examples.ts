// Examples of what the settings page asks for, built on the same small story as the others.
import { BATCH, BATCH_RESPONSE, OBSERVATION, PROJECT } from './examples.ts'

export const SAMPLE_FILLED = {
  observations: 352,
  users: 118,
  interactions: 240,
  tags: 7,
  studies: 4,
  answers: 80,
}

export const PROJECT_DETAIL = {
  ...PROJECT,
  sample: { observations: 352, test_observations: 0, tags: 7, studies: 4, complete: true },
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

export const TAG_TRIAL = {
  looked_at: 500,
  matched: 1,
  excluded: 0,
  threshold: 0.5,
  items: [{ observation: OBSERVATION, reason: { by: 'keyword', score: 0.84, phrase: 'export' } }],
  near_misses: [],
}
