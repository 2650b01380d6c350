// Examples of targets and messages, shown in the OpenAPI document.
import { EXAMPLE_TIME, exampleId } from '../example-values.ts'

export const TARGET = {
  id: exampleId(14),
  name: '#ledger-feedback',
  format: 'webhook',
  address: 'https://hooks.example.com/fieldnote',
  rhythm: 'each',
  events: ['issue.new', 'issue.regressed'],
  min_users: 5,
  kinds: ['problem'],
  min_severity: 'high',
  tag_id: null,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  paused_at: null,
  paused_because: null,
  next_digest_at: null,
  last_message_at: EXAMPLE_TIME,
  waiting: 0,
  created_by: 'ada@example.com',
  created_at: EXAMPLE_TIME,
}

const { address, min_users, kinds, min_severity, tag_id, last_message_at, ...same } = TARGET

/** The same target as a webhook. */
export const WEBHOOK = {
  ...same,
  url: address,
  conditions: { min_users, kinds, min_severity, tag_id },
  last_delivery_at: last_message_at,
}

export const MESSAGE = {
  id: exampleId(15),
  kind: 'events',
  events: [
    {
      type: 'issue.new',
      at: EXAMPLE_TIME,
      issue_number: 142,
      issue_title: 'CSV export stops at 10,000 rows without saying so',
    },
  ],
  state: 'delivered',
  attempts: 1,
  status: 204,
  error: null,
  next_attempt_at: null,
  created_at: EXAMPLE_TIME,
  finished_at: EXAMPLE_TIME,
}
