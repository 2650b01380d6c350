// What every set-up is made from, what a set-up is, and what an agent should be told.

export type Connection = { mcpUrl: string; restUrl: string; projectId: string; key: string }

export type Snippet = {
  /** Where the text belongs: a file, a terminal. */
  place: string
  language: 'shell' | 'json' | 'toml' | 'python' | 'typescript'
  code: string
}

export type Client = {
  id: string
  name: string
  /** How this client authenticates. Clients that sign in are offered only where the service supports it. */
  auth: 'key' | 'sign-in'
  /** The header with the key, for clients that only use a key. */
  header?: string
  /** Steps for clients without a configuration file. */
  steps?: (connection: Connection) => string[]
  /** Additional notes in a sentence or two. */
  note?: string
  /** A link that does everything. */
  install?: (connection: Connection) => { label: string; href: string }
  snippets: (connection: Connection) => Snippet[]
  /** The client's own documentation. */
  docs: string
}

/** Used in the snippets until there is a key. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY'

export const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** A reference to a variable in several clients: `${NAME}`. */
export const variable = (name: string): string => `\${${name}}`

/** The header of most clients. */
export const API_KEY_HEADER = 'Authorization: ApiKey …'
export const apiKeyHeader = (key: string): { Authorization: string } => ({ Authorization: `ApiKey ${key}` })

// What an agent's own instructions should say, and how it gets to know whom it talks to.

/** For agents that are built in code: the parts in braces are filled in for each conversation. */
export const SYSTEM_PROMPT = `You have Fieldnote tools for passing on what you learn about users. At the start of each conversation call get_service_guidelines once and follow it.
In every Fieldnote call use user_id "{user_id}" and interaction_id "{conversation_id}".`

export const SYSTEM_PROMPT_NOTE =
  'Replace the values in braces when you start a conversation. user_id is your own ID for the person, the same every time, such as a database ID: not an email address or a name. conversation_id is your ID for this thread, session, or ticket.'
