// Examples of projects, keys and saved views, shown in the OpenAPI document.
import { EXAMPLE_TIME, exampleId } from '../example-values.ts'

export const PROJECT = {
  id: exampleId(1),
  name: 'Ledger app',
  about: 'An invoicing app for freelancers and small businesses.',
  role: 'owner',
  mcp_url: `https://fieldnote.example/mcp/v1/project/${exampleId(1)}/`,
  team_url: `https://fieldnote.example/mcp/v1/team/${exampleId(1)}/`,
  rest_url: `https://fieldnote.example/v1/project/${exampleId(1)}/`,
  time_zone: 'Europe/Paris',
  rest_days: 14,
  ticket_template: 'https://github.com/acme/ledger/issues/new?title={title}&body={body}',
  share_known_issues: false,
  interaction_url: 'https://chat.example.com/threads/{interaction_id}',
  sample_of: null,
  created_at: EXAMPLE_TIME,
}

export const PROJECT_DETAIL = {
  ...PROJECT,
  sample: {
    project_id: exampleId(11),
    observations: 352,
    tags: 7,
    studies: 4,
    answers: 80,
    complete: true,
  },
  test_observations: 0,
}

export const KEY = {
  id: exampleId(5),
  name: 'Support agent',
  prefix: 'fnk_Qm3xT9',
  created_at: EXAMPLE_TIME,
  expires_at: null,
  revoked_at: null,
  last_used_at: '2026-03-14T11:02:40.120Z',
  replaced_by: null,
}

export const SAVED_VIEW = {
  id: exampleId(10),
  page: 'observations',
  name: 'Angry about exports',
  query: 'q=export&sentiment=negative,very%20negative',
  created_by: 'ann@example.com',
  created_at: EXAMPLE_TIME,
}

export const LIMITS_SET = {
  key_requests_per_minute: 120,
  project_requests_per_minute: null,
  observations_per_day: 50_000,
}

export const LIMITS_SHOWN = { ...LIMITS_SET, observations_today: 1_204 }
