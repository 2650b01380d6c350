// Examples of what agents are asked to note, shown in the OpenAPI document.

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
