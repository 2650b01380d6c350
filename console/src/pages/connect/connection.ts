// What every set-up is made from, and what a set-up is.

export type Connection = { mcpUrl: string; restUrl: string; projectId: string; key: string }

type Snippet = {
  /** Where it goes: a file, a terminal. */
  place: string
  language: 'shell' | 'json' | 'toml' | 'python' | 'typescript'
  code: string
}

export type Client = {
  id: string
  name: string
  /** How this client sends the key. */
  header: string
  /** What else one has to know, in a sentence or two. */
  note?: string
  snippets: (connection: Connection) => Snippet[]
}

/** Stands in the snippets until there is a key to put there. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY'

export const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** How several clients write "the value of this variable": `${NAME}`. */
export const variable = (name: string): string => `\${${name}}`
