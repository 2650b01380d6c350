// Examples of tags, shown in the OpenAPI document.
import { EXAMPLE_TIME, exampleId } from '../example-values.ts'

export const TAG = {
  id: exampleId(6),
  label: 'export',
  config: {
    description: 'Getting data out of the product',
    keywords: ['export', 'download as CSV'],
    exclude: ['export control'],
    examples: ['The spreadsheet download stops half way'],
    threshold: null,
    color: '#2f9e44',
  },
  observation_count: 42,
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
}

export const REMATCH = {
  started_at: EXAMPLE_TIME,
  finished_at: null,
  total: 12_400,
  done: 5_000,
  matched: 231,
}
