// Examples of guidelines, shown in the OpenAPI document.
import { EXAMPLE_TIME } from '../example-values.ts'

export const GUIDELINES = {
  version: 3,
  observations: '# How we take notes\n…',
  research: null,
  updated_at: EXAMPLE_TIME,
  updated_by: 'ana@ledger.example',
  defaults: { observations: '# Posting observations\n…', research: '# Conducting research\n…' },
  fetches: [{ version: 3, agents: 2, fetches: 418, last_fetched_at: '2026-03-14T11:02:40.120Z' }],
  known_issues: {
    shared: true,
    version: '3f2a91c04b7d',
    items: [{ number: 142, title: 'CSV export stops at 10,000 rows without saying so', status: 'planned' }],
    text: '## Issues that the team knows\n…',
    fetches: [
      { version: '3f2a91c04b7d', agents: 2, fetches: 57, last_fetched_at: '2026-03-14T11:02:40.120Z' },
    ],
  },
}

export const GUIDELINES_VERSION = {
  version: 3,
  observations: '# How we take notes\n…',
  research: null,
  created_at: EXAMPLE_TIME,
  created_by: 'ana@ledger.example',
}

/** Examples of what agents are asked to note, shown in the OpenAPI document. */
export const NOTE_SETTINGS_UPDATE = {
  kinds: ['problem', 'request'],
  topics: ['exports', 'recurring invoices'],
  avoid: ['salaries'],
  ask_first: false,
}

export const NOTE_TEXTS = {
  section: '## What this team asks for\n…',
  tool: 'Write down what you learned about the end user in this conversation: problems, wishes. …',
  instructions: 'Fieldnote passes on to the team of Ledger what you learn about its users. …',
}

export const NOTE_SETTINGS = { ...NOTE_SETTINGS_UPDATE, texts: NOTE_TEXTS }
