// Examples of imports, shown in the OpenAPI document.
import { EXAMPLE_TIME, exampleId } from '../example-values.ts'

export const IMPORT = {
  id: exampleId(31),
  name: 'tickets-2026.csv',
  format: 'csv',
  state: 'running',
  read: 48_210,
  stored: 12_750,
  refused: 1,
  duplicates: 0,
  removed: 0,
  created_by: 'ada@example.com',
  created_at: EXAMPLE_TIME,
  finished_at: null,
}

export const IMPORT_DETAIL = {
  ...IMPORT,
  reasons: [{ row: 17, reason: '"Created" is not a date that can be read' }],
}

export const IMPORT_PREVIEW = {
  columns: [
    { name: 'Ticket', examples: ['T-1001', 'T-1002'] },
    { name: 'Subject', examples: ['Export stops early'] },
    { name: 'Customer', examples: ['user-42'] },
  ],
  mapping: {
    columns: {
      title: 'Subject',
      description: null,
      quote: null,
      user_id: 'Customer',
      interaction_id: 'Ticket',
      user_sentiment: null,
      observed_at: null,
      external_id: null,
    },
    sentiments: [],
    date_order: 'month_first',
  },
  rows: [
    {
      row: 2,
      observation: {
        title: 'Export stops early',
        description: 'Export stops early',
        quote: null,
        user_id: 'user-42',
        interaction_id: 'T-1001',
        user_sentiment: 'neutral',
        observed_at: null,
        external_id: null,
      },
      reason: null,
    },
  ],
}
