// Examples of observations, as an agent sends them and as the team reads them, shown in the OpenAPI document.
import { EXAMPLE_TIME, exampleId } from '../example-values.ts'
import { ISSUE } from '../issues/issue-examples.ts'
import { TAG } from '../tags/tag-examples.ts'

/** What an agent sends and gets; all other examples continue this story. */
export const BATCH = {
  user_id: 'user-42',
  interaction_id: 'thread-2026-03-14-a',
  user_sentiment: 'negative',
  observed_at: '2026-03-14T09:30:00Z',
  observations: [
    {
      title: 'CSV export stops at 10,000 rows without saying so',
      description:
        'Exporting the yearly ledger gave 10,000 of about 14,200 rows and no warning. The user noticed only when the totals did not match and lost an afternoon.',
      quote: 'I found out when my accountant called.',
    },
  ],
}

const [{ quote, ...said }] = BATCH.observations as [(typeof BATCH.observations)[0]]

const created = {
  id: exampleId(3),
  user_id: BATCH.user_id,
  interaction_id: BATCH.interaction_id,
  source: 'rest',
  ...said,
  user_sentiment: 'negative',
  observed_at: '2026-03-14T09:30:00.000Z',
  created_at: EXAMPLE_TIME,
}

export const BATCH_RESPONSE = { results: [{ ...created, tags: [] }] }

export const OBSERVATION = {
  ...created,
  tags: [{ id: TAG.id, label: TAG.label, config: TAG.config, placed_by: 'machine' }],
  issue: { id: ISSUE.id, number: ISSUE.number, title: ISSUE.title, placed_by: 'machine' },
  quote,
  agent_issue: null,
  kind: 'problem',
  language: 'en',
  digest: { state: 'done', error: null },
}
