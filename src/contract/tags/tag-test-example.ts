// Example of a tag that is tested before it is saved, shown in the OpenAPI document.
import { OBSERVATION } from '../observations/observation-examples.ts'

export const TAG_TEST = {
  looked_at: 500,
  matched: 1,
  excluded: 0,
  threshold: 0.5,
  items: [{ observation: OBSERVATION, reason: { by: 'keyword', score: 0.84, phrase: 'export' } }],
  near_misses: [],
}
