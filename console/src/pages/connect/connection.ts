// The parts of a set-up, and what it is made from.

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
