// What every set-up is made from, and what a set-up is.

export type Connection = { mcpUrl: string; restUrl: string; projectId: string; key: string }

export type Snippet = {
  /** Where it goes: a file, a terminal. */
  place: string
  language: 'shell' | 'json' | 'toml' | 'python' | 'typescript'
  code: string
}

export type Client = {
  id: string
  name: string
  /** How this client proves who it is. Those that sign in are offered only where the service lets them. */
  auth: 'key' | 'sign-in'
  /** The header that carries the key; of clients with a key alone. */
  header?: string
  /** What to do where nothing is pasted into a file: one step each. */
  steps?: (connection: Connection) => string[]
  /** What else one has to know, in a sentence or two. */
  note?: string
  /** A link that does it all. */
  install?: (connection: Connection) => { label: string; href: string }
  snippets: (connection: Connection) => Snippet[]
  /** Where the maker of the client documents this. */
  docs: string
}

/** Stands in the snippets until there is a key to put there. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY'

export const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** How several clients write "the value of this variable": `${NAME}`. */
export const variable = (name: string): string => `\${${name}}`

/** As most clients send it. */
export const API_KEY_HEADER = 'Authorization: ApiKey …'
export const apiKeyHeader = (key: string): { Authorization: string } => ({ Authorization: `ApiKey ${key}` })
